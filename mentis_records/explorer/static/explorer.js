// What pages do beyond their links: nothing here is needed to read them.
import { livenPosition } from "/-/static/position.js";
import { livenPattern } from "/-/static/pattern.js";

document.body.classList.add("is-live");
livenPosition();
livenPattern();
