/* The elements of orders, vouchers and one-time codes. */
import { OrderWatch } from "../order-watch.ts";
import { OtpBoxes } from "../otp-boxes.ts";
import { TicketTools } from "../ticket-tools.ts";
import { VoucherCode } from "../voucher-code.ts";

customElements.define("order-watch", OrderWatch);
customElements.define("otp-boxes", OtpBoxes);
customElements.define("ticket-tools", TicketTools);
customElements.define("voucher-code", VoucherCode);
