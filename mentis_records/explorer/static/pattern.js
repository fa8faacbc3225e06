// The page of a search: squares that are clicked become terms of the query.

export function livenPattern() {
  const board = document.querySelector(".pattern");
  if (!board) return;
  const lines = JSON.parse(board.dataset.lines);
  const spots = new Map();
  for (const spot of board.querySelectorAll(".spots rect")) spots.set(spot.dataset.square, spot);
  let first = null;
  let last = "";

  const squareAt = (event) => {
    const spot = document.elementFromPoint(event.clientX, event.clientY);
    return spot && spots.get(spot.dataset.square) === spot ? spot.dataset.square : null;
  };
  const mark = (names) => {
    for (const [name, spot] of spots) spot.classList.toggle("chosen", names.includes(name));
  };

  board.addEventListener("pointerdown", (event) => {
    const square = squareAt(event);
    if (!square || event.button !== 0) return;
    event.preventDefault();
    first = event.shiftKey && last ? last : square;
    mark(between(lines, first, square));
  });
  board.addEventListener("pointermove", (event) => {
    const square = first && squareAt(event);
    if (square) mark(between(lines, first, square));
  });
  document.addEventListener("pointerup", (event) => {
    if (!first) return;
    const square = squareAt(event);
    if (square) {
      change(areaOf(lines, first, square), between(lines, first, square), spots);
      last = square;
    }
    first = null;
    mark([]);
  });
  document.addEventListener("pointercancel", () => {
    first = null;
    mark([]);
  });
}

function placesOf(sets, square) {
  return Object.values(sets).findIndex((names) => names.includes(square));
}

function linesBetween(sets, from, to) {
  const ends = [placesOf(sets, from), placesOf(sets, to)].sort((one, other) => one - other);
  return ends[0] < 0 ? [] : Object.entries(sets).slice(ends[0], ends[1] + 1);
}

// The squares of the rectangle between two squares; without rows and columns, the two.
function between(lines, from, to) {
  if (from === to) return [from];
  const rows = linesBetween(lines.rows, from, to).flatMap(([, names]) => names);
  const columns = linesBetween(lines.columns, from, to).flatMap(([, names]) => names);
  const both = rows.filter((name) => columns.includes(name));
  return both.length ? both : [from, to];
}

// How a query names them: a square, a row, a column, a rectangle or a set.
function areaOf(lines, from, to) {
  const names = between(lines, from, to);
  if (names.length === 1) return from;
  const isSame = (others) => others.length === names.length && others.every((name) => names.includes(name));
  for (const [row, others] of Object.entries(lines.rows)) if (isSame(others)) return `row ${row}`;
  for (const [column, others] of Object.entries(lines.columns)) if (isSame(others)) return `column ${column}`;
  if (names.length === 2 && !Object.keys(lines.rows).length) return `{${from}, ${to}}`;
  return `${from}:${to}`;
}

function chosen(name) {
  const field = document.querySelector(`[name="add-${name}"]`);
  return field ? field.value.trim() : "";
}

function termOf(area) {
  const side = chosen("side");
  const piece = chosen("piece");
  switch (chosen("how")) {
    case "empty":
      return `empty ${area}`;
    case "stack":
      return `${side} stack ${chosen("stack") || (piece === "any" ? "*" : piece)} on ${area}`;
    case "in":
      return `${side} ${piece} in ${area}`;
    case "to":
    case "from":
      return `${piece === "any" ? "" : `move by ${piece} and `}move ${chosen("how")} ${area}`;
    default:
      return `${side} ${piece} on ${area}`;
  }
}

// A term that is there already goes, another one comes; what binds less than "and" is kept together.
function change(area, names, spots) {
  const field = document.getElementById("query-text");
  const term = termOf(area);
  const text = field.value.trim();
  const parts = text.split(" and ");
  const isLoose = /\b(or|then|some|seen)\b/i.test(text) && !/^\([^()]*\)( and [^()]*)?$/.test(text);
  const isThere = !isLoose && parts.includes(term);
  if (isThere) field.value = parts.filter((part) => part !== term).join(" and ");
  else if (!text) field.value = term;
  else field.value = `${isLoose ? `(${text})` : text} and ${term}`;
  for (const name of names) spots.get(name).classList.toggle("marked", !isThere);
  const region = document.querySelector(".said-aloud");
  if (region) region.textContent = `${isThere ? "Removed" : "Added"}: ${term}`;
}
