/* The elements of forms that are checked and counted as they are filled in. */
import { BuyCard } from "../buy-card.ts";
import { CheckedForm } from "../checked-form.ts";
import { PhoneField } from "../phone-field.ts";
import { QuantityStepper } from "../quantity-stepper.ts";

customElements.define("buy-card", BuyCard);
customElements.define("checked-form", CheckedForm);
customElements.define("phone-field", PhoneField);
customElements.define("quantity-stepper", QuantityStepper);
