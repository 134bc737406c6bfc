/* The elements of vouchers and one-time codes. */
import { OtpBoxes } from "../otp-boxes.ts";
import { SmsCode } from "../sms-code.ts";
import { TicketTools } from "../ticket-tools.ts";
import { VoucherCode } from "../voucher-code.ts";

customElements.define("otp-boxes", OtpBoxes);
customElements.define("sms-code", SmsCode);
customElements.define("ticket-tools", TicketTools);
customElements.define("voucher-code", VoucherCode);
