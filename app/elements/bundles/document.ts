/* The elements of lists, orders and pages that are answered in place. */
import { AmountCheck } from "../amount-check.ts";
import { AutoSubmit } from "../auto-submit.ts";
import { FilterDialog } from "../filter-dialog.ts";
import { OrderWatch } from "../order-watch.ts";
import { OtpBoxes } from "../otp-boxes.ts";
import { PageRegion } from "../page-region.ts";
import { TicketTools } from "../ticket-tools.ts";
import { VoucherCode } from "../voucher-code.ts";

customElements.define("amount-check", AmountCheck);
customElements.define("auto-submit", AutoSubmit);
customElements.define("filter-dialog", FilterDialog);
customElements.define("order-watch", OrderWatch);
customElements.define("otp-boxes", OtpBoxes);
customElements.define("page-region", PageRegion);
customElements.define("ticket-tools", TicketTools);
customElements.define("voucher-code", VoucherCode);
