import type { DetailedHTMLProps, HTMLAttributes } from "react";

type Plain = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>;

declare module "react" {
  namespace JSX {
    /** Lets views use the custom elements. */
    interface IntrinsicElements {
      "colour-field": Plain;
      "command-palette": Plain;
      "live-preview": Plain;
      "passkey-button": Plain & { field: string; options?: string; request?: string };
      "size-limit": Plain & { megabytes: number; message: string };
    }
  }
}
