/** The line at the top while another page is on its way. */
export class PageProgress extends HTMLElement {
  #internals = this.attachInternals();

  connectedCallback() {
    window.addEventListener("beforeunload", this.#start);
    window.addEventListener("pageshow", this.#stop);
  }

  disconnectedCallback() {
    window.removeEventListener("beforeunload", this.#start);
    window.removeEventListener("pageshow", this.#stop);
  }

  #start = () => this.#internals.states.add("busy");
  #stop = () => this.#internals.states.delete("busy");
}
