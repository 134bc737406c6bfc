import { FILTER_DEBOUNCE_MS } from "#app/base/constants.ts";
import { parseRupees } from "#app/base/money.ts";
import type { Product } from "#app/commerce/types.ts";
import { clampDenomination, coinDiscount, readNewQuantity } from "#app/pricing/amounts.ts";
import { formatMoney, formatPoints } from "#app/pricing/format-money.ts";
import { clampToStock, leftOf } from "#app/pricing/stock.ts";
import { choiceHref } from "#app/routes/product/product-choice-link.ts";

import type { PageRegion } from "./page-region.ts";
import { REGION_SHOWN } from "./region-shown.ts";

type Offer = Pick<Product, "denominations" | "stock">;

/**
 * The product page's form. Figures follow the typed amount and quantity. After each choice it fetches the page, which
 * contains the stock and the reason for a changed amount. `percent` is the share that coins may pay.
 */
export class BuyCard extends HTMLElement {
  #timer = 0;

  connectedCallback() {
    this.addEventListener("input", this.#count);
    this.addEventListener("change", this.#onChange);
    this.addEventListener("click", this.#onClick);
    // A pending choice must not run after the purchase: its answer is useless, and would replace a refusal.
    this.addEventListener("submit", ({ defaultPrevented }) => void (defaultPrevented || clearTimeout(this.#timer)));
    this.closest("page-region")?.addEventListener(REGION_SHOWN, this.#count);
    // Count values that were typed before scripts ran.
    this.#count();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  #box = (name: string) => this.querySelector<HTMLInputElement>(`input[name=${name}]`);

  /** A quantity that is no whole number within the limits is kept, so that the server can explain the error. An empty one counts as 1. */
  get #wrongQuantity() {
    const text = this.#box("quantity")?.value;
    return text && readNewQuantity(text) === null ? text : null;
  }

  #read() {
    const offer: Offer = JSON.parse(this.getAttribute("offer") ?? "{}");
    const denomination = clampDenomination(parseRupees(this.#box("denomination")?.value), offer.denominations);
    return { denomination, quantity: clampToStock(this.#box("quantity")?.value, leftOf(offer, denomination)) };
  }

  #count = () => {
    if (!this.#box("denomination")) return; // sold out
    const { denomination, quantity } = this.#read();
    const total = denomination * quantity;
    const coins = coinDiscount(total, Number(this.getAttribute("percent")));
    const figures = {
      amount: formatMoney(denomination),
      total: formatMoney(total),
      coins: formatPoints(coins),
      rest: formatPoints(total - coins),
    };
    for (const [name, text] of Object.entries(figures))
      for (const place of this.querySelectorAll(`[data-figure=${name}]`)) place.textContent = text;
  };

  #onChange = ({ target }: Event) => {
    const { name } = target as HTMLInputElement;
    const quantity = this.#box("quantity");
    if (!quantity || !["denomination", "quantity"].includes(name)) return;
    if (name === "denomination") this.#box("asked")?.remove();
    if (this.#wrongQuantity === null) quantity.value = String(this.#read().quantity);
    this.#choose(0);
  };

  /** The fields change at once, so that quick presses add up. */
  #onClick = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>(".buy form a[href]");
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    const [amount, quantity] = [this.#box("denomination"), this.#box("quantity")];
    if (!link || !isPlain || !amount || !quantity) return;
    event.preventDefault();
    const chosen = new URL(link.href).searchParams;
    const { step } = link.dataset;
    if (step) quantity.value = String(clampToStock(String(this.#read().quantity + Number(step)), null));
    else {
      amount.value = chosen.get("denomination") ?? amount.value;
      this.#box("asked")?.remove();
    }
    // As after typing, the value is counted and is newer than a pending answer.
    quantity.dispatchEvent(new Event("input", { bubbles: true }));
    amount.dispatchEvent(new Event("input", { bubbles: true }));
    this.#choose(step ? FILTER_DEBOUNCE_MS : 0);
  };

  /**
   * Fetches the page for the typed values. With `asked`, the amount before the server's change, the server repeats the
   * explanation.
   */
  #choose(delayMs: number) {
    clearTimeout(this.#timer);
    if (delayMs > 0) this.#timer = window.setTimeout(() => this.#choose(0), delayMs);
    else {
      const [id = "", name = ""] = ["product", "name"].map((field) => this.#box(field)?.value);
      const amount = (this.#box("asked") ?? this.#box("denomination"))?.value ?? "";
      const href = choiceHref({ id, name }, amount, this.#wrongQuantity ?? this.#read().quantity);
      void this.closest<PageRegion>("page-region")?.visit(new URL(href, location.href));
    }
  }
}
