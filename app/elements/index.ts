/*
 * What plain HTML cannot do by itself. Every page is complete without these; an element changes no light DOM before the
 * shopper's first gesture, because on some pages React still has to take the markup over. Until then state lives in
 * custom states (`:state(...)` in the style sheets) and in places that React renders empty.
 */
import { AmountCheck } from "./amount-check.ts";
import { AutoSubmit } from "./auto-submit.ts";
import { watchBusyForms } from "./busy.ts";
import { CopyButton } from "./copy-button.ts";
import { watchDialogs, DialogLink } from "./dialog-link.ts";
import { ImageCarousel } from "./image-carousel.ts";
import { OrderWatch } from "./order-watch.ts";
import { OtpBoxes } from "./otp-boxes.ts";
import { PageProgress } from "./page-progress.ts";
import { PasswordField } from "./password-field.ts";
import { RememberMe } from "./remember-me.ts";
import { SearchBox } from "./search-box.ts";
import { TicketTools } from "./ticket-tools.ts";
import { ToastList } from "./toast-list.ts";
import { watchErrors } from "./unexpected.ts";
import { VoucherCode } from "./voucher-code.ts";

const elements: Record<string, CustomElementConstructor> = {
  "amount-check": AmountCheck,
  "auto-submit": AutoSubmit,
  "copy-button": CopyButton,
  "dialog-link": DialogLink,
  "image-carousel": ImageCarousel,
  "order-watch": OrderWatch,
  "otp-boxes": OtpBoxes,
  "page-progress": PageProgress,
  "password-field": PasswordField,
  "remember-me": RememberMe,
  "search-box": SearchBox,
  "ticket-tools": TicketTools,
  "toast-list": ToastList,
  "voucher-code": VoucherCode,
};

for (const [name, element] of Object.entries(elements)) customElements.define(name, element);
watchBusyForms();
watchDialogs();
watchErrors();

// From now on the server may stream: what comes late will find its place.
document.cookie = `js=1; path=/; max-age=${365 * 24 * 60 * 60}; samesite=lax`;
