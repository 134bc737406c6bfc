import { CART_MIN_QUANTITY } from "#app/base/constants.ts";
import { parseRupees } from "#app/base/money.ts";
import { type AmountProblem, denominationProblem } from "#app/pricing/amounts.ts";

/** A product card: checks the amount like the product page, with the texts of its list, and corrects an empty quantity to 1. */
export class AmountCheck extends HTMLElement {
  connectedCallback() {
    this.addEventListener("input", this.#check);
    this.addEventListener("change", this.#mendQuantity);
    this.addEventListener("submit", this.#onSubmit);
    this.querySelector(".card-link")?.addEventListener("click", this.#carryArt);
  }

  #field(name: string) {
    return this.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  }

  /** @returns true if the amount is valid */
  #check = () => {
    const amount = this.#field("denomination");
    const place = this.querySelector("[role=alert]");
    if (!amount || !place) return true;
    const { value, min, max } = amount;
    const limit = (name: string) => parseRupees(this.#field(name)?.value) ?? undefined;
    const problem = denominationProblem(
      parseRupees(value) ?? 0,
      [{ id: "", min: parseRupees(min) ?? 0, max: parseRupees(max) ?? Infinity }],
      { min: limit("price_min"), max: limit("price_max") },
    );
    const message = problem ? this.#describe(problem) : "";
    if (place.textContent !== message) place.textContent = message;
    amount.setAttribute("aria-invalid", String(problem !== null));
    return problem === null;
  };

  #describe({ is, least, most }: AmountProblem) {
    const text = this.closest<HTMLElement>(`[data-${is}]`)?.dataset[is] ?? "";
    return text.replace("{least}", String(least)).replace("{most}", String(most));
  }

  #mendQuantity = () => {
    const quantity = this.#field("quantity");
    if (quantity && !(quantity.valueAsNumber >= CART_MIN_QUANTITY)) quantity.value = String(CART_MIN_QUANTITY);
  };

  #onSubmit = (event: Event) => {
    this.#mendQuantity();
    if (!this.#check()) {
      event.preventDefault();
      this.#field("denomination")?.focus();
      return;
    }
    this.#carryArt();
  };

  /** Moves the card's picture to the product page by a view transition; the picture there has the same name. */
  #carryArt = () => this.querySelector<HTMLElement>(".art")?.style.setProperty("view-transition-name", "product-art");
}
