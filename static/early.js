// Runs before the page is drawn: the chosen theme, so that nothing flashes, and
// the zone in which the server should tell times.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  const theme = localStorage.getItem("theme");
  if (theme === "paper" || theme === "ink") root.dataset.theme = theme;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  document.cookie = `zone=${timeZone}; path=/; max-age=31536000; samesite=lax`;
  if (localStorage.getItem("keys") === "off") root.classList.add("keys-off");
})();
