/* The elements of forms that are checked and counted as they are filled in. */
import { BuyCard } from "../buy-card.ts";
import { CartForm } from "../cart-form.ts";
import { CheckedForm } from "../checked-form.ts";
import { PhoneField } from "../phone-field.ts";

customElements.define("buy-card", BuyCard);
customElements.define("checked-form", CheckedForm);
customElements.define("phone-field", PhoneField);
customElements.define("cart-form", CartForm);
