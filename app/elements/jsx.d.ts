import type { DetailedHTMLProps, HTMLAttributes } from "react";

type Plain = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>;

declare module "react" {
  namespace JSX {
    /** Lets views use the custom elements. */
    interface IntrinsicElements {
      "amount-check": Plain;
      "auto-submit": Plain;
      "buy-card": Plain & { offer: string; percent: number };
      "cart-form": Plain;
      "checked-form": Plain & { rules: string; "only-if"?: string; "until-valid"?: boolean };
      "copy-button": Plain & { value: string };
      "dialog-link": Plain & { target: string };
      "filter-dialog": Plain;
      "image-carousel": Plain;
      "order-watch": Plain & { order: string };
      "otp-boxes": Plain;
      "page-progress": Plain;
      "page-region": Plain & { class?: string; also?: string; "same-address"?: boolean };
      "password-field": Plain;
      "phone-field": Plain;
      "remember-me": Plain;
      "search-box": Plain;
      "sms-code": Plain;
      "ticket-tools": Plain & { text?: string };
      "toast-list": Plain;
      "voucher-code": Plain;
    }
  }
}
