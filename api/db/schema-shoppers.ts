/** The tables of actions by the staff on shoppers. */
export type ShopperTables = { coin_grants: CoinGrants };

/** Coins that a member of the staff gave to a shopper, or that wait for a second member. */
type CoinGrants = {
  /** From the form, so that a form that is sent twice counts once. */
  id: string;
  user_id: string;
  /** In hundredths; below zero for coins that were taken back. */
  amount: number;
  reason: string;
  state: "waiting" | "done" | "refused";
  /** E-mail addresses of members. */
  asked_by: string;
  asked_at: number;
  /** Null while it waits, and if nobody else had to decide. */
  decided_by: string | null;
  decided_at: number | null;
};
