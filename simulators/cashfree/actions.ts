import type { Account } from "./account.ts";
import { createPayerActions } from "./payer-actions.ts";
import { createRefundActions } from "./refund-actions.ts";

export type Actions = ReturnType<typeof createActions>;

/** The actions of payers, banks and the vendor on an account. */
export const createActions = (account: Account) => ({
  ...createPayerActions(account),
  ...createRefundActions(account),
});
