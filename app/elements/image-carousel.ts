import { CAROUSEL_MS } from "#app/base/constants.ts";

/** Advances its slides every 5 s, unless paused, hovered, focused, or under reduced motion. */
export class ImageCarousel extends HTMLElement {
  #internals = this.attachInternals();
  #timer = 0;
  #isPaused = matchMedia("(prefers-reduced-motion: reduce)").matches;

  connectedCallback() {
    if (this.#isPaused) this.#internals.states.add("paused");
    this.addEventListener("click", this.#toggle);
    this.#timer = window.setInterval(this.#step, CAROUSEL_MS);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  #step = () => {
    const slides = this.querySelector(".slides");
    if (!slides || this.#isPaused || document.hidden || this.matches(":hover, :focus-within")) return;
    const { scrollLeft, clientWidth, scrollWidth } = slides;
    const isLast = scrollLeft + clientWidth >= scrollWidth - 1;
    slides.scrollTo({ left: isLast ? 0 : scrollLeft + clientWidth, behavior: "smooth" });
  };

  #toggle = (event: Event) => {
    const button = (event.target as Element).closest("button");
    if (!button) return;
    this.#isPaused = !this.#isPaused;
    this.#internals.states[this.#isPaused ? "add" : "delete"]("paused");
    button.setAttribute("aria-pressed", String(this.#isPaused));
  };
}
