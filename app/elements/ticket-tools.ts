import { showToast } from "./toast.ts";

/** Prints its ticket with the codes, or the page without a ticket. Shares its `text` if the browser can. */
export class TicketTools extends HTMLElement {
  #internals = this.attachInternals();

  connectedCallback() {
    if ("share" in navigator) this.#internals.states.add("shares");
    this.addEventListener("click", (event) => {
      const button = (event.target as Element).closest("button");
      if (button?.value === "print") this.#print();
      else if (button?.value === "share") void this.#share();
    });
  }

  #print() {
    const ticket = this.closest(".ticket");
    if (!ticket) return print();
    const covered = ticket.querySelectorAll<HTMLDetailsElement>("details:not([open])");
    const show = (isShown: boolean) => {
      ticket.classList.toggle("printed", isShown);
      for (const code of covered) code.open = isShown;
    };
    show(true);
    addEventListener("afterprint", () => show(false), { once: true });
    print();
  }

  async #share() {
    try {
      await navigator.share({ text: this.getAttribute("text") ?? "" });
    } catch (error) {
      if ((error as Error).name === "AbortError") return; // the shopper cancelled
      showToast(this.dataset.refused ?? "", { tone: "error" });
    }
  }
}
