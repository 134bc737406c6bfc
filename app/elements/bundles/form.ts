/* The elements of forms that are checked, or show a total, while somebody fills them in. */
import { BuyCard } from "../buy-card.ts";
import { CartForm } from "../cart-form.ts";
import { CheckedForm } from "../checked-form.ts";
import { PhoneField } from "../phone-field.ts";

customElements.define("buy-card", BuyCard);
customElements.define("checked-form", CheckedForm);
customElements.define("phone-field", PhoneField);
customElements.define("cart-form", CartForm);
