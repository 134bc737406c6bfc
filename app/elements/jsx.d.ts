import type { DetailedHTMLProps, HTMLAttributes } from "react";

type Plain = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>;

declare module "react" {
  namespace JSX {
    /** The custom elements of app/elements, so that views may write them. */
    interface IntrinsicElements {
      "amount-check": Plain;
      "auto-submit": Plain;
      "copy-button": Plain & { value: string };
      "dialog-link": Plain & { target: string };
      "filter-dialog": Plain;
      "image-carousel": Plain;
      "order-watch": Plain & { order: string };
      "otp-boxes": Plain;
      "page-progress": Plain;
      "page-region": Plain & { also?: string };
      "password-field": Plain;
      "remember-me": Plain;
      "search-box": Plain;
      "ticket-tools": Plain & { text?: string };
      "toast-list": Plain;
      "voucher-code": Plain;
    }
  }
}
