/** The tables for work on orders and coupons in the console, and for the results of its forms. */
export type DeskTables = {
  order_notes: OrderNotes;
  voucher_reveals: VoucherReveals;
  coupon_batches: CouponBatches;
  money_acts: MoneyActs;
  saved_views: SavedViews;
  chosen_columns: ChosenColumns;
} & FormTables;

/** Filters of a list in the console that a member has named. The name is unique with the member and the list. */
type SavedViews = {
  id: string;
  member_id: string;
  list: string;
  name: string;
  /** The filters as a query string, without the searched text. */
  query: string;
  created_at: number;
};

/** The columns of a list that a member wants to see, as a JSON array of names; without a row all. */
type ChosenColumns = { member_id: string; list: string; columns: string };

/** These tables are also in the staff's database. */
export type FormTables = { made_by_forms: MadeByForms };

/** The results of forms in the console, kept for a day, so that a form that is sent twice has one effect. */
type MadeByForms = {
  /** SHA-256 of the id of the form, base64url. */
  id: string;
  /** SHA-256 of the request in the form. */
  asked: string;
  /** JSON of the answer, without secrets; null only inside the transaction that makes it. */
  made: string | null;
  created_at: number;
};

/** Coupons that a member has made together. */
type CouponBatches = {
  id: string;
  /** The member's e-mail address. */
  made_by: string;
  created_at: number;
  /** The sum of all its coupons, in hundredths. */
  amount: number;
  /** "alone": made without a second member. */
  state: "alone" | "waiting" | "approved" | "refused";
  /** The second member's e-mail address. */
  decided_by: string | null;
  /** The time at which the codes were first given out. */
  given_at: number | null;
};

/** Money that a member of the staff moved alone, or that waits for a second member. */
type MoneyActs = {
  id: string;
  kind: MoneyActKind;
  /** Null for the rows of a bank statement. */
  order_id: string | null;
  /** In paise; for a refund including its coins. */
  amount: number;
  /** JSON: the action (second-member/money-requests.ts). */
  details: string;
  reason: string | null;
  /** A waiting action lapses by itself (domain/staff/second-member.ts). */
  state: "waiting" | "done" | "refused";
  /** E-mail addresses of members. */
  asked_by: string;
  asked_at: number;
  /** Null while it waits, and if nobody else had to decide. */
  decided_by: string | null;
  decided_at: number | null;
};

export type MoneyActKind = "order.refund" | "payment.confirm" | "payments.import";

/** Notes by members of the staff about an order. */
type OrderNotes = {
  /** Made with the form, so that a form that is sent twice adds one note. */
  id: string;
  order_id: string;
  /** The member's e-mail address. */
  author: string;
  text: string;
  created_at: number;
};

/** A row for each time a member of the staff has seen a card's code. */
type VoucherReveals = {
  id: string;
  voucher_id: string;
  revealed_at: number;
  /** The member's e-mail address. */
  member: string;
};
