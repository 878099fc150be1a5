// What HTML cannot do by itself: keys, the theme switch, toasts that go away, focus after a swap.
// Every action is a link or a button of a form; a key only clicks it.
"use strict";

const root = document.documentElement;

// Keys. Never in fields, never together with Ctrl, Alt or Meta, never while switched off.

const FIELDS = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

function isTyping(event) {
  return event.target.closest?.(FIELDS) || event.ctrlKey || event.altKey || event.metaKey;
}

function isShown(element) {
  return element.offsetParent !== null || element.getClientRects().length > 0;
}

// Keys of one's own: a map from the usual key to the one that stands for it in this browser.

function ownKeys() {
  try {
    return JSON.parse(localStorage.getItem("own-keys")) ?? {};
  } catch {
    return {};
  }
}

// The usual key of what a key does here; nothing where it was given up for another one.
function usualKey(key) {
  const own = ownKeys();
  const usual = Object.keys(own).find((each) => own[each] === key);
  return usual ?? (key in own ? undefined : key);
}

function changeKey(field) {
  const own = ownKeys();
  const usual = field.dataset.remap;
  const wanted = field.value.trim() || usual;
  const holder = usualKey(wanted);
  const taken = [...document.querySelectorAll("[data-remap]")].some(
    (each) => each.dataset.remap === holder && holder !== usual,
  );
  document.getElementById("remap-refused").hidden = !taken;
  if (!taken) {
    if (wanted === usual) delete own[usual];
    else own[usual] = wanted;
    localStorage.setItem("own-keys", JSON.stringify(own));
  }
  nameKeys(document.body);
}

function nameKeys(scope) {
  const own = ownKeys();
  for (const shown of scope.querySelectorAll("kbd[data-key]")) {
    shown.dataset.usual ??= shown.textContent.trim();
    shown.textContent = own[shown.dataset.usual] ?? shown.dataset.usual;
  }
  for (const field of scope.querySelectorAll("[data-remap]")) {
    field.value = own[field.dataset.remap] ?? field.dataset.remap;
  }
}

// The row that has the focus, or in which something has it.
function currentRow(rows) {
  const at = document.activeElement;
  return rows.findIndex((row) => row === at || row.parentElement.contains(at));
}

function select() {
  const rows = [...document.querySelectorAll("[data-row]")];
  const row = rows[currentRow(rows)];
  row?.parentElement.querySelector("[data-select]")?.click();
}

function step(distance) {
  const rows = [...document.querySelectorAll("[data-row]")];
  if (!rows.length) return;
  const at = currentRow(rows);
  const next = at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + distance));
  rows[next].focus();
  rows[next].scrollIntoView({ block: "nearest" });
}

document.addEventListener("keydown", (event) => {
  const sheet = document.querySelector("dialog[open]");
  if (event.key === "Escape") closeMenus(document.body);
  if (sheet && event.key === "Escape") return closeSheet(event, sheet);
  if (event.defaultPrevented || isTyping(event)) return;
  if (event.key === "?" && !sheet) return openSheet(event);
  if (sheet || root.classList.contains("keys-off")) return;
  const key = usualKey(event.key);
  if (!key) return;
  if (key === "j" || key === "k") return step(key === "j" ? 1 : -1);
  if (key === "x") return select();
  const wanted = `[data-hotkey~="${CSS.escape(key)}"]`;
  const target = [...document.querySelectorAll(wanted)].find(isShown);
  if (!target) return;
  event.preventDefault();
  if (target.matches(FIELDS)) target.focus();
  else target.click();
  // At once: the next letter may come before the panel says that it opened.
  if (target.matches("summary")) focusInside(target.parentElement);
});

function focusInside(panel) {
  if (panel.open) panel.querySelector?.("[data-focus]")?.focus();
}

// Not left to the browser: a field of a closed sheet would keep the focus for a moment, and the
// key that comes next would count as typed in it.
function closeSheet(event, sheet) {
  event.preventDefault();
  sheet.close();
  if (sheet.contains(document.activeElement)) document.activeElement.blur();
}

function openSheet(event) {
  event.preventDefault();
  document.getElementById("keys")?.showModal();
}

// Clicks: one listener for the page, so that it survives every swap.

document.addEventListener("click", (event) => {
  closeMenus(event.target);
  const opener = event.target.closest("[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens)?.showModal();
  if (event.target.closest("[data-theme-switch]")) switchTheme();
  if (event.target.closest("[data-remap-reset]")) {
    localStorage.removeItem("own-keys");
    document.getElementById("remap-refused").hidden = true;
    nameKeys(document.body);
  }
  if (event.target.closest("[data-dismiss]")) event.target.closest("[data-toast]").remove();
});

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-remap]")) changeKey(event.target);
  if (!event.target.matches("[data-keys-switch]")) return;
  const off = !event.target.checked;
  root.classList.toggle("keys-off", off);
  localStorage.setItem("keys", off ? "off" : "on");
});

// A menu closes when one goes on elsewhere, as a menu of the system would.
function closeMenus(target) {
  for (const menu of document.querySelectorAll("details.dropdown[open]")) {
    if (!menu.contains(target)) menu.open = false;
  }
}

// A panel that opens puts the cursor where one types next.
document.addEventListener(
  "toggle",
  (event) => {
    focusInside(event.target);
  },
  true,
);

function switchTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches ? "ink" : "paper";
  const next = (root.dataset.theme ?? dark) === "ink" ? "paper" : "ink";
  root.dataset.theme = next;
  localStorage.setItem("theme", next);
}

// Toasts stay for 10 seconds, and longer while somebody is at them.

function startToasts(scope) {
  for (const toast of scope.querySelectorAll("[data-toast]")) {
    const leave = () => {
      if (toast.matches(":hover, :focus-within")) setTimeout(leave, 2000);
      else toast.remove();
    };
    setTimeout(leave, 10000);
  }
}

function ready(scope) {
  startToasts(scope);
  nameKeys(scope);
  const box = scope.querySelector?.("[data-keys-switch]");
  if (box) box.checked = !root.classList.contains("keys-off");
}

document.addEventListener("DOMContentLoaded", () => ready(document.body));

// After htmx has put a new page in place, reading begins at its top.
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target !== document.body) return;
  ready(document.body);
  document.getElementById("main")?.focus({ preventScroll: true });
});
