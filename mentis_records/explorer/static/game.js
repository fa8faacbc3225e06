// The page of a game: the position on the board is in the address, and in the links from it.
const PATIENCE = 150;
const live = document.querySelector(".replayer svg.live");
const places = JSON.parse(document.getElementById("game-places").textContent);
const words = document.querySelector(".words-of-board");
let waiting = 0;
let told = Number(live.dataset.at);

const now = () => Number(live.dataset.at);

/** Return an address with the position on the board. */
function placed(address) {
  const place = new URL(address, location.href);
  const at = now();
  place.searchParams.delete("ply");
  place.searchParams.delete("at");
  place.searchParams.set(at <= places.last ? "ply" : "at", at);
  return place;
}

function inTree() {
  const at = now();
  const place = new URL(places.tree, location.href);
  if (places.moves && at <= places.last) {
    if (at) place.searchParams.set("moves", places.moves.slice(0, at).join(" "));
    if (place.href.length - location.origin.length <= places.longest) return place;
    place.searchParams.delete("moves");
  }
  place.searchParams.set("position", places.positions[at]);
  return place;
}

/** Put the board in words: those that the server has for the position. */
async function tellBoard() {
  const at = now();
  if (!words?.open || told === at) return;
  const answer = await fetch(placed(location.href));
  if (!answer.ok || at !== now()) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = [...page.querySelectorAll(".words-of-board > :not(summary)")];
  for (const old of words.querySelectorAll(":scope > :not(summary)")) old.remove();
  words.append(...fresh.map((element) => document.importNode(element, true)));
  told = at;
}

function follow() {
  document.getElementById("position-text").textContent = places.positions[now()];
  for (const link of document.querySelectorAll("a.follows")) link.href = placed(link.href);
  for (const link of document.querySelectorAll("a.to-tree")) link.href = inTree();
  clearTimeout(waiting);
  // Browsers refuse addresses that change all the time, as when a key is held.
  waiting = setTimeout(() => {
    history.replaceState(null, "", placed(location.href));
    tellBoard();
  }, PATIENCE);
}

new MutationObserver(follow).observe(live, { attributeFilter: ["data-at"] });
words?.addEventListener("toggle", tellBoard);
