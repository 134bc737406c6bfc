import type { Typed } from "../form.ts";

type Act = {
  /** What its button says when the form is sent again with a code. */
  label: string;
  /** What the page says afterwards. */
  done: string;
  /** Where the API takes it, within the brand. */
  path(typed: Typed): string;
};

const pathOf = (id = "", act: string) => `coupons/${encodeURIComponent(id)}/${act}`;
const batchPathOf = (id = "", act: string) => `coupons/batches/${encodeURIComponent(id)}/${act}`;

/** What a form of the page does besides making coupons, by the value of its `act`. */
export const ACTS: Record<string, Act> = {
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
