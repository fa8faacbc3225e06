"use strict";
// Replays the example games of the page. It reads the JSON elements, and asks for nothing else.
for (const shared of document.querySelectorAll(".replay-board")) {
  const NS = "http://www.w3.org/2000/svg";
  const common = JSON.parse(shared.textContent);
  const { unit, line } = common;

  function element(name, attributes) {
    const made = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }
  function piece(number, x, y, colour, further) {
    return element("use", { href: "#" + common.prefix + number, x, y, color: colour, ...further });
  }
  const corner = (square) => common.squares[square].slice(1, 3);
  const head = (square) => common.squares[square][5];
  const centre = (square) => corner(square).map((at) => at + unit / 2);

  /** Return what stands on each square in each position. */
  function boards(positions) {
    const found = [];
    for (const [parent, changes] of positions) {
      const board = found.length ? [...found[parent]] : common.squares.map(() => 0);
      for (let at = 0; at < changes.length; at += 2) board[changes[at]] = changes[at + 1];
      found.push(board);
    }
    return found;
  }

  /** Return the signs of the last move: those under the pieces, and those above them. */
  function signs(path, aimed, passed, attacked, board) {
    const below = [], above = [];
    const points = path.map(centre);
    if (path.length > 1) {
      below.push(element("polyline", {
        points: points.join(" "), fill: "none", stroke: line.colour, "stroke-width": line.path,
      }));
    }
    for (let at = 1; at < path.length; at++) {
      const [[x, y], [toX, toY]] = [points[at - 1], points[at]];
      const back = path.some((one, i) => i && one === path[at - 1] && path[i - 1] === path[at]);
      const angle = Math.atan2(toY - y, toX - x) * 180 / Math.PI;
      const length = Math.hypot(toX - x, toY - y);
      const share = length > line.longStep ? line.beforeEnd / length : 0.5;
      const [headX, headY] = [toX - (toX - x) * share, toY - (toY - y) * share];
      above.push(element("use", {
        href: "#" + common.prefix + common.arrows[back ? 1 : 0],
        transform: `translate(${headX} ${headY}) rotate(${angle})`,
      }));
    }
    for (const target of path.length ? [...aimed, ...attacked] : []) {
      const [x1, y1] = points[points.length - 1], [x2, y2] = centre(target);
      below.push(element("line", {
        x1, y1, x2, y2, stroke: line.colour, "stroke-width": line.attack,
        "stroke-dasharray": line.dash.join(" "), "stroke-dashoffset": -line.dash[1] / 2,
      }));
    }
    for (const target of [...aimed, ...passed]) {
      const [x, y] = corner(target);
      above.push(piece(common.crosses[board[target] ? 0 : 1], x, y + head(target), line.colour));
    }
    return [below, above];
  }

  function drawing([, , pools, path, aimed, passed, stops = path, attacked = []], board) {
    const lit = new Set([...stops, ...aimed, ...passed]);
    const [below, above] = signs(path, aimed, passed, attacked, board);
    const parts = [piece(common.board, 0, 0, common.lit)];
    for (const square of lit) {
      const [x, y] = corner(square);
      parts.push(element("rect", {
        x, y: y + head(square), width: unit, height: unit - head(square), rx: common.isRound ? unit / 2 : 0,
        fill: common.lit, "fill-opacity": 0.5,
      }));
    }
    parts.push(...below);
    board.forEach((number, square) => {
      const [name, x, y, plain, marked] = common.squares[square];
      if (number) {
        parts.push(piece(number, x, y, lit.has(square) ? marked : plain, {
          "data-square": name, "data-label": common.labels[number],
        }));
      }
    });
    parts.push(...above);
    for (const pool of pools) {
      for (const [number, x, y, colour] of common.pools[pool]) {
        parts.push(piece(number, x, y, colour));
      }
    }
    return parts;
  }

  function replay(root) {
    const positions = JSON.parse(root.querySelector("script").textContent);
    const last = Number(root.dataset.last);
    const states = boards(positions);
    const stage = root.querySelector(".stage");
    const svg = stage.querySelector(".final").cloneNode(false);
    const picture = element("g", { "stroke-linejoin": "round", "stroke-linecap": "round" });
    const said = root.querySelector(".said");
    const listing = root.querySelector(".listing");
    const buttons = new Map();
    let now = 0;

    svg.setAttribute("class", "live");
    picture.setAttribute("font-family", root.dataset.fonts);
    svg.append(picture);
    stage.prepend(svg);
    for (const word of root.querySelectorAll(".ply")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "ply";
      button.textContent = word.textContent;
      button.dataset.at = word.dataset.at;
      button.dataset.words = word.dataset.words;
      word.replaceWith(button);
      buttons.set(Number(button.dataset.at), button);
    }
    const order = [...buttons.keys()];

    const next = (at) => at + 1 < positions.length && positions[at + 1][0] === at ? at + 1 : at;
    function end(at) {
      while (next(at) !== at) at = next(at);
      return at;
    }
    const targets = {
      first: () => 0,
      back: () => positions[now][0],
      forward: () => next(now),
      last: () => end(now),
      above: () => order[Math.max(order.indexOf(now) - 1, 0)],
      below: () => order[Math.min(order.indexOf(now) + 1, order.length - 1)],
    };

    // The page of one game begins with the top of its moves.
    let isAtTop = root.dataset.alone !== undefined;

    /** Show a position that is asked for, and its move. */
    function go(at) {
      isAtTop = false;
      show(at);
    }

    function show(at) {
      const button = buttons.get(at);
      buttons.get(now).removeAttribute("aria-current");
      for (const other of [buttons.get(now), button]) other.tabIndex = other === button ? 0 : -1;
      now = at;
      button.setAttribute("aria-current", "step");
      picture.replaceChildren(...drawing(positions[at], states[at]));
      const pieces = [...picture.querySelectorAll("[data-square]")];
      const words = pieces.map((one) => `${one.dataset.square} ${one.dataset.label}`).join("; ");
      svg.setAttribute("aria-label", `Board: ${button.dataset.words}. ${words}.`);
      svg.dataset.at = at;
      said.textContent = at <= last
        ? `${button.dataset.words} (ply ${at} of ${last})` : `${button.dataset.words} (variation)`;
      for (const control of root.querySelectorAll("[data-go]")) {
        const idle = targets[control.dataset.go]() === now;
        control.setAttribute("aria-disabled", idle);
      }
      const top = button.offsetTop;
      if (isAtTop) return;
      if (top < listing.scrollTop || top + button.offsetHeight > listing.scrollTop + listing.clientHeight) {
        listing.scrollTop = top - listing.clientHeight / 3;
      }
    }

    root.addEventListener("toggle", () => show(now));
    for (const button of buttons.values()) button.tabIndex = -1;
    root.classList.add("is-live");
    show(Number(root.dataset.ply));
    said.setAttribute("aria-live", "polite");
    root.querySelector(".controls").hidden = false;
    root.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      const { go: target, at } = button.dataset;
      go(target ? targets[target]() : Number(at));
    });
    const keys = {
      ArrowLeft: "back", ArrowRight: "forward", ArrowUp: "above", ArrowDown: "below",
      Home: "first", End: "last",
    };
    root.addEventListener("keydown", (event) => {
      const target = keys[event.key];
      if (!target || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const isOnMove = document.activeElement.classList.contains("ply");
      go(targets[target]());
      if (isOnMove) buttons.get(now).focus({ preventScroll: true });
    });
    // On the page of one game, these two need no focus.
    if (root.dataset.alone !== undefined) {
      document.addEventListener("keydown", (event) => {
        if (root.contains(event.target) || event.target.closest(".scroll, input, select, textarea")) return;
        if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
        if (event.key === "ArrowLeft") go(targets.back());
        if (event.key === "ArrowRight") go(targets.forward());
      });
    }
  }

  const kind = `.replayer[data-board="${shared.dataset.board}"]`;
  for (const root of document.querySelectorAll(kind)) replay(root);
}

/** Open the game that a link leads to; not every browser does so by itself. */
function reveal() {
  const game = document.getElementById(location.hash.slice(1))?.closest(".replayer");
  if (game && !game.open) {
    game.open = true;
    game.scrollIntoView();
  }
}
addEventListener("hashchange", reveal);
reveal();
