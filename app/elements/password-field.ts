/** Shows and hides the password. Hides it at submit, so that no browser stores it as text. */
export class PasswordField extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", this.#toggle);
    this.closest("form")?.addEventListener("submit", () => this.#show(false));
  }

  #toggle = (event: Event) => {
    if ((event.target as Element).closest("button")) this.#show(this.querySelector("input")?.type === "password");
  };

  #show(isShown: boolean) {
    const button = this.querySelector("button");
    const input = this.querySelector("input");
    if (!button || !input || isShown === (input.type === "text")) return;
    input.type = isShown ? "text" : "password";
    button.setAttribute("aria-pressed", String(isShown));
  }
}
