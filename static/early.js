// Runs before the page is drawn: the chosen theme, so that nothing flashes.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  const theme = localStorage.getItem("theme");
  if (theme === "paper" || theme === "ink") root.dataset.theme = theme;
  if (localStorage.getItem("keys") === "off") root.classList.add("keys-off");
})();
