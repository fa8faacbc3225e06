// The page of a position: moves drawn on the board, keys to walk, a button to copy.

const CHOSEN = "mentis-chosen";

export function livenPosition() {
  for (const code of document.querySelectorAll(".copyable code")) addCopying(code);
  const page = document.querySelector(".position");
  if (!page) return;
  const rows = [...page.querySelectorAll(".moves-table tbody tr")];
  const games = [...document.querySelectorAll(".games-table tbody tr")];
  drawOnBoard(page, rows);
  document.addEventListener("keydown", (event) => walk(event, page, rows, games));
  restoreChoice(rows);
}

function say(words) {
  const region = document.querySelector(".said-aloud");
  if (region) region.textContent = words;
}

function drawOnBoard(page, rows) {
  let focused = null;
  const show = (row) => {
    for (const group of page.querySelectorAll("svg g[data-move]")) {
      if (row && group.dataset.move === row.dataset.move) group.removeAttribute("display");
      else group.setAttribute("display", "none");
    }
  };
  for (const row of rows) {
    row.addEventListener("mouseenter", () => show(row));
    row.addEventListener("mouseleave", () => show(focused));
    row.addEventListener("focusin", () => {
      focused = row;
      show(row);
      say(row.dataset.words);
    });
    row.addEventListener("focusout", () => {
      focused = null;
      show(null);
    });
  }
}

function isTyping(element) {
  return Boolean(element && element.closest("input, select, textarea, details, .scroll:focus"));
}

function walk(event, page, rows, games) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  const here = document.activeElement;
  if (isTyping(here)) return;
  const isAmongGames = games.some((row) => row.contains(here));
  const list = isAmongGames ? games : rows;
  const at = list.findIndex((row) => row.contains(here));
  switch (event.key) {
    case "ArrowDown":
      if (list.length) choose(list, Math.min(at + 1, list.length - 1));
      break;
    case "ArrowUp":
      if (list.length) choose(list, Math.max(at - 1, 0));
      break;
    case "Home":
    case "End":
      if (at < 0) return;
      choose(list, event.key === "Home" ? 0 : list.length - 1);
      break;
    case "ArrowRight":
      if (at < 0 && !rows.length) return;
      go(list[Math.max(at, 0)], isAmongGames);
      break;
    case "ArrowLeft":
      if (isAmongGames) choose(rows, 0);
      else goBack(page);
      break;
    case "s":
      if (isAmongGames) choose(rows, 0);
      else choose(games, 0);
      break;
    default:
      return;
  }
  event.preventDefault();
}

function choose(list, at) {
  const link = list[at] && list[at].querySelector("a");
  if (link) link.focus();
}

function go(row, isGame) {
  const link = row.querySelector("a");
  if (!isGame) remember("");
  link.click();
}

function goBack(page) {
  if (!page.dataset.back) return;
  remember(page.dataset.last);
  location.assign(page.dataset.back);
}

function remember(notation) {
  try {
    sessionStorage.setItem(CHOSEN, notation);
  } catch {
    // Without a store the next page chooses nothing.
  }
}

function restoreChoice(rows) {
  let notation = null;
  try {
    notation = sessionStorage.getItem(CHOSEN);
    sessionStorage.removeItem(CHOSEN);
  } catch {
    return;
  }
  if (notation === null || !rows.length) return;
  const links = rows.map((row) => row.querySelector("a"));
  (links.find((link) => link.dataset.notation === notation) || links[0]).focus({ preventScroll: true });
}

function addCopying(code) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = "Selected";
    }
  });
  code.after(button);
}
