"use strict";
// Ties the curve of a game to its replay: the ply on the board is marked, and a click goes to one.
for (const course of document.querySelectorAll(".course")) {
  const root = course.closest(".replayer");
  const plot = course.querySelector(".plot");
  const cursor = course.querySelector(".cursor");
  const told = course.querySelector(".told");
  const last = Number(course.dataset.last);
  const positions = JSON.parse(root.querySelector(":scope > script").textContent);
  const evaluated = [...course.querySelectorAll("tr[data-at]")];
  const rows = new Map(evaluated.map((row) => [Number(row.dataset.at), row]));
  const live = root.querySelector("svg.live");
  const points = [];

  for (const sign of course.querySelectorAll("g.point")) {
    const button = document.createElement("button");
    const circle = sign.querySelector("circle");
    button.type = "button";
    button.className = sign.getAttribute("class");
    button.style.left = circle.getAttribute("cx");
    button.style.top = circle.getAttribute("cy");
    button.dataset.at = sign.dataset.at;
    button.title = sign.querySelector("title").textContent;
    button.setAttribute("aria-label", button.title);
    button.textContent = sign.querySelector("text").textContent;
    sign.remove();
    plot.append(button);
    points.push(button);
  }

  function mark() {
    let at = Number(live.dataset.at);
    const isAside = at > last;
    while (at > last) at = positions[at][0];
    const row = rows.get(at);
    cursor.style.left = `${100 * at / last}%`;
    cursor.classList.toggle("is-bare", row?.dataset.value === undefined);
    cursor.style.setProperty("--down", `${100 * (1 - (row?.dataset.value ?? 0))}%`);
    told.textContent = isAside ? "" : row?.dataset.told ?? "";
    for (const button of points) {
      if (!isAside && Number(button.dataset.at) === at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
  }

  plot.addEventListener("click", (event) => {
    if (event.target.closest("button")) return;
    const { left, width } = plot.getBoundingClientRect();
    const at = Math.round((event.clientX - left) / width * last);
    root.querySelector(`button.ply[data-at="${Math.min(Math.max(at, 0), last)}"]`).click();
  });
  new MutationObserver(mark).observe(live, { attributeFilter: ["data-at"] });
  cursor.hidden = told.hidden = false;
  mark();
}
