/* The elements of the product and the cart, whose figures follow each press. */
import { BuyCard } from "../buy-card.ts";
import { CartForm } from "../cart-form.ts";

customElements.define("buy-card", BuyCard);
customElements.define("cart-form", CartForm);
