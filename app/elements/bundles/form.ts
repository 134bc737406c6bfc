/* The elements of forms that are checked while somebody fills them in. */
import { AmountCheck } from "../amount-check.ts";
import { CheckedForm } from "../checked-form.ts";
import { PhoneField } from "../phone-field.ts";

customElements.define("amount-check", AmountCheck);
customElements.define("checked-form", CheckedForm);
customElements.define("phone-field", PhoneField);
