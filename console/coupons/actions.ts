import type { Typed } from "../base/form.ts";

type Action = {
  /** The button's label when the form is sent again with a code. */
  label: string;
  /** The page's message afterwards. */
  done: string;
  /** The call's path in the API, below the brand. */
  path(typed: Typed): string;
};

const pathOf = (id = "", act: string) => `coupons/${encodeURIComponent(id)}/${act}`;
const batchPathOf = (id = "", act: string) => `coupons/batches/${encodeURIComponent(id)}/${act}`;

/** The page's actions besides making coupons, by the form's `act`. */
export const ACTIONS: Record<string, Action> = {
  withdraw: {
    label: "Withdraw the coupon",
    done: "The coupon is withdrawn.",
    path: ({ coupon }) => pathOf(coupon, "withdraw"),
  },
  "withdraw-batch": {
    label: "Withdraw the coupons",
    done: "The coupons that nobody has redeemed are withdrawn.",
    path: ({ batch }) => batchPathOf(batch, "withdraw"),
  },
  approve: {
    label: "Approve the coupons",
    done: "The coupons are approved. The member who made them can download their codes.",
    path: ({ batch }) => batchPathOf(batch, "approve"),
  },
  refuse: {
    label: "Refuse the coupons",
    done: "The coupons are withdrawn.",
    path: ({ batch }) => batchPathOf(batch, "refuse"),
  },
};
