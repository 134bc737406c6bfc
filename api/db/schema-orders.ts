import type { Generated } from "kysely";

import type { CoinEntryKind } from "../domain/coins.ts";
import type { DisputeState } from "../domain/disputes.ts";
import type { MismatchKind, OrderStatus, PaymentResult, ReportOutcome } from "../domain/orders.ts";
import type { PaymentMethod } from "../domain/orders.ts";
import type { ReviewReason } from "../domain/purchase-limits.ts";
import type { PaymentRefundReason, PaymentRefundState } from "../domain/refunds.ts";

/** The tables of orders, payments, coins and vouchers. */
export type OrderTables = {
  orders: Orders;
  order_items: OrderItems;
  gifts: Gifts;
  gift_links: GiftLinks;
  coin_holds: CoinHolds;
  coin_entries: CoinEntries;
  coin_lots: CoinLots;
  coin_lot_moves: CoinLotMoves;
  coupons: Coupons;
  coupon_tries: CouponTries;
  payments: Payments;
  payment_events: PaymentEvents;
  payment_refs: PaymentRefs;
  payment_refunds: PaymentRefunds;
  disputes: Disputes;
  selling_stops: SellingStops;
  webhooks: Webhooks;
  comparisons: Comparisons;
  upi_confirmations: UpiConfirmations;
  statement_columns: StatementColumns;
  refunds: Refunds;
  receipts: Receipts;
  receipt_counters: ReceiptCounters;
  vouchers: Vouchers;
  wallet_cards: WalletCards;
  sandbox_payments: SandboxPayments;
  sandbox_refunds: SandboxRefunds;
  sandbox_deliveries: SandboxDeliveries;
};

type Orders = {
  id: string;
  user_id: string;
  /** The shopper's idempotency key: unique with `user_id`. */
  order_number: string;
  /** SHA-256 of the request, which distinguishes a replay from another request with the same number. */
  fingerprint: string;
  status: OrderStatus;
  /** total = amount (cash) + coins, in paise and hundredths of a coin. */
  total: number;
  amount: number;
  coins: number;
  /** The balance after the coins were held, for the answer to a replay. */
  balance_after: number;
  redirect_url: string;
  notify_url: string;
  /** Set once the ordered lines have left the cart. */
  cart_cleared: number;
  created_at: number;
  updated_at: number;
  /** End of the payment window. */
  expires_at: number;
  /** When its last attempt ended unpaid (ms); null while another one can be paid. */
  declined_at: Generated<number | null>;
  /** The terms that were accepted with Pay; null until then. */
  terms_version: string | null;
  terms_accepted_at: number | null;
  /** The state of a review by an operator; null for orders without one. A `held` order is not delivered. */
  review: "held" | "released" | "refused" | null;
  /** The first rule that held the order; also null for orders held before migration 019. */
  review_reason: ReviewReason | null;
  /**
   * The mailbox and the payer for which the order counts in the daily limits, besides its shopper (domain/purchase-keys.ts). The
   * mailbox was confirmed when the order was placed. Null while unknown, and for orders before migration 016.
   */
  mailbox_key: string | null;
  payer_key: string | null;
  /** Unique (domain/bank/short-reference.ts). Null for an order of an older version (orders/give-references.ts). */
  short_reference: string | null;
};

/** Order lines, as they were when the order was placed. Only `status` and `issued` change. */
type OrderItems = {
  id: string;
  order_id: string;
  position: number;
  /** The original cart line, which may no longer exist. */
  cart_item_id: string;
  product_id: number;
  name: string;
  image_url: string;
  category: string;
  price_mrp: number;
  /** Face value of one voucher. */
  denomination: number;
  quantity: number;
  validity_days: number;
  status: "open" | "issued" | "refund_due";
  /** Number of vouchers issued. The rest of a refund_due line is refunded. */
  issued: number;
  /** The number of issued vouchers that were refunded but did not go back to stock. */
  refunded: Generated<number>;
};

/** A gift as it was ordered. Only the address and the number may be corrected, until the gift is opened. */
type Gifts = {
  order_item_id: string;
  recipient_name: string;
  /** Empty for none; then the gift has a number, unless its giver was erased. */
  recipient_email: string;
  /** Ten digits of a mobile number, which comes before the address; null for none. */
  recipient_phone: Generated<string | null>;
  /** Empty for none. */
  message: string;
  /** The chosen day in India, such as "2026-11-08"; null for at once. */
  send_on: string | null;
  /** The due time of its mail or message; null until vouchers are issued. */
  due_at: number | null;
  /** The time at which the recipient first saw the codes. */
  opened_at: number | null;
};

/** A link that opens a gift. Each mail and each message to a phone has its own. */
type GiftLinks = {
  /** SHA-256 of the token, base64url. */
  token_hash: string;
  order_item_id: string;
  created_at: number;
  /** 1: goes out by mail although the gift has a number, because no message reached it. */
  is_mailed: Generated<number>;
};

/** An order's coins: `held` when it is placed, then once either `spent` by its payment or `released`. */
type CoinHolds = { order_id: string; user_id: string; amount: number; state: "held" | "spent" | "released" };

/** The coin ledger, append-only. A shopper's entries add up to users.coins. */
type CoinEntries = {
  id: string;
  user_id: string;
  kind: CoinEntryKind;
  /** Signed, in hundredths. */
  amount: number;
  /** Unique with `kind` and `refund_number`. */
  order_id: string | null;
  /** For `refund`: the number of the refund that credits it, within the order. */
  refund_number: Generated<number>;
  /** Unique, so that a coupon is credited once. */
  coupon_id: string | null;
  /** The time at which a credit lapses; null for debits and for credits that do not lapse. */
  expires_at: number | null;
  /** The operator's reason for the grant. */
  reason: string | null;
  created_at: number;
};

/** The remaining coins of a credit. A shopper's lots add up to users.coins. */
type CoinLots = {
  /** The id of the ledger entry for the credit. */
  id: string;
  user_id: string;
  remaining: number;
  /** The time at which the remaining coins lapse; null for never. */
  expires_at: number | null;
  /** The time of the warning to the shopper that they will lapse. */
  warned_at: number | null;
  created_at: number;
};

/** The parts of each entry by lot, append-only. A lot's moves add up to `remaining`. */
type CoinLotMoves = { entry_id: string; lot_id: string; amount: number };

type Coupons = {
  id: string;
  /** `keyId:HMAC` of the canonical code: unique. */
  code_hash: string;
  /** The code, encrypted. Coin history shows it to the shopper who redeemed it. */
  code_sealed: string;
  amount: number;
  /** The only shopper who may redeem it; null if the first to try may. */
  user_id: string | null;
  /** The number of days until the coins lapse; null if they do not lapse. */
  valid_days: number | null;
  /** The last time at which it can be redeemed (ms); null for no end. */
  redeem_by: number | null;
  redeemed_by: string | null;
  redeemed_at: number | null;
  created_at: number;
  /** The console's coupons that were made with it; null for those of the command line. */
  batch_id: Generated<string | null>;
  /** The time at which a member of the staff withdrew it; then `redeem_by` is the same time. */
  withdrawn_at: Generated<number | null>;
};

/** Wrong coupon codes of one shopper in the hour that began at `window_start`. */
type CouponTries = { user_id: string; window_start: number; tries: number };

/** One attempt to pay an order. The newest one with a way to pay is shown; all are queried. */
type Payments = {
  id: string;
  order_id: string;
  amount: number;
  /** Null for the sandbox, also before migration 021. */
  gateway: string | null;
  /** JSON; null until the gateway has answered createIntent. */
  links: string | null;
  qr_payload: string | null;
  hosted_url: string | null;
  /** The end of the time in which the gateway accepts the payment (ms); null until it has answered, and before migration 021. */
  expires_at: number | null;
  /** The time since which it can no longer be paid. */
  ended_at: number | null;
  /** The reconciler's next query to the gateway; null if none is needed. */
  next_poll_at: number | null;
  polls: number;
  created_at: number;
};

/** The gateway's own ids of an attempt, by which its notifications name it. */
type PaymentRefs = { payment_id: string; name: string; value: string };

/** Each payment that a gateway has received, and each attempt that ended unpaid, once. */
type PaymentEvents = {
  event_id: string;
  payment_id: string;
  /** The gateway's id of the received payment; null for an attempt that ended, and before migration 021. */
  gateway_payment_id: string | null;
  /** The bank's UTR or RRN. */
  bank_reference: string | null;
  result: PaymentResult;
  amount: number;
  currency: string;
  outcome: ReportOutcome;
  received_at: number;
  /** The payment method, as reported by the gateway; null if not reported, and before migration 035. */
  method: Generated<PaymentMethod | null>;
  /** The time at which the daily comparison first saw it at the gateway. */
  confirmed_at: Generated<number | null>;
};

/** Money (paise) that goes back through the gateway: one row for each received payment from which it is taken. */
type PaymentRefunds = {
  /** 32 hexadecimal digits, the gateway's idempotency key; the gateway's own id for one that it made by itself. */
  id: string;
  order_id: string;
  payment_id: string;
  gateway_payment_id: string;
  gateway_refund_id: string | null;
  amount: number;
  reason: PaymentRefundReason;
  /** For `order`: the number of the refund that it pays, within the order. */
  refund_number: Generated<number>;
  state: PaymentRefundState;
  /** The time at which the gateway took it; null while it has not, and for refunds before migration 072. */
  sent_at: Generated<number | null>;
  /** The bank's reference (UTR or ARN); null if the gateway has not sent it. */
  bank_reference: Generated<string | null>;
  /** The gateway's last message, for the operator. */
  detail: string | null;
  tries: number;
  /** The next request or query to the gateway; null while an operator decides, and at the end. */
  next_try_at: number | null;
  created_at: number;
  updated_at: number;
};

/** Payments that payers dispute at their bank. Times in ms, amounts in paise. */
type Disputes = {
  /** The gateway's kind and its id of the dispute, such as "razorpay:disp_…". */
  id: string;
  order_id: string;
  payment_id: string;
  gateway: string;
  gateway_dispute_id: string;
  gateway_payment_id: string;
  /** The amount that the payer wants back. */
  amount: number;
  /** The amount that the gateway has taken from the brand's account; booked in `payment_refunds`, too. */
  taken: Generated<number>;
  state: DisputeState;
  /** The gateway's word, such as "chargeback". */
  phase: string;
  reason: string | null;
  /** The gateway's deadline for an answer. */
  respond_by: number | null;
  created_at: number;
  updated_at: number;
};

/** A time in which the brand takes no new orders; open until somebody ends it. At most one is open. */
type SellingStops = {
  id: string;
  /** The difference that the payments share. */
  kind: MismatchKind;
  /** JSON: these payments, the oldest first (repositories/payments/selling-stops.ts). */
  evidence: string;
  started_at: number;
  /** Only later payments count towards the next stop. */
  ended_at: number | null;
  /** The member's address, or the command line. */
  ended_by: string | null;
};

/** Notifications with a valid proof, kept for 90 days. */
type Webhooks = {
  id: string;
  /** The gateway's id of the event, after the gateway's name: unique. */
  event_id: string;
  gateway: string;
  /** JSON of the notices and the body, encrypted: bodies name payers. */
  sealed: string;
  /** Its outcome; null until it was processed. */
  outcome: string | null;
  order_id: string | null;
  tries: number;
  /** Null when it need not be processed again. */
  next_try_at: number | null;
  received_at: number;
  /** The event id of a payment whose dispute or refund it reports; null once the payment is booked. */
  awaited_payment: string | null;
};

/** The daily comparison of the books with the gateway's: one row. */
type Comparisons = {
  gateway: string;
  /** The time of its next step or start; while a worker runs it, the end of that worker's lease. */
  next_at: number;
  /** JSON: the place at which the current run continues; null between two runs. */
  position: string | null;
  /** JSON: the lines that the current run has found. */
  found: Generated<string>;
  /** The number of failures of the same query. */
  tries: Generated<number>;
  /** The reason of the last failed query; null after an answer. */
  problem: string | null;
  /** The start of the last complete run, or the set-up of the comparison: the next run looks back from there. */
  compared_until: number;
  /** The end of the last complete run. */
  finished_at: number | null;
  /** JSON: its findings, a line each. */
  differences: Generated<string>;
};

/** The columns in statements of the bank, chosen by a member: one row at most. */
type StatementColumns = {
  /** Always 1. */
  id: number;
  /** JSON (domain/bank/columns.ts). */
  columns: string;
};

/** Payments to the merchant's own UPI id that an operator has found on a bank statement. */
type UpiConfirmations = { bank_reference: string; payment_id: string; amount: number; confirmed_at: number };

/** A debt of an order to its buyer. Its coins are already credited; its cash goes back through payment_refunds. */
type Refunds = {
  order_id: string;
  /** Counted from 1 in each order. */
  number: Generated<number>;
  amount: number;
  coins: number;
  /**
   * By the staff: `returned` for unseen cards that went back to stock, `goodwill` for cards that did not. `disputed`: for
   * unopened gifts that went back to stock with a lost dispute.
   */
  reason: "no_stock" | "mismatch" | "late" | "refused" | "returned" | "goodwill" | "disputed";
  created_at: number;
  sent_at: number | null;
};

/** The receipt of a paid order, with the seller and the buyer at that time. Serials within a year have no gaps. */
type Receipts = {
  order_id: string;
  /** The financial year, such as "2026-27". */
  financial_year: string;
  serial: number;
  username: string;
  email: string;
  entity: string | null;
  gstin: string | null;
  address: string | null;
  issued_at: number;
};

/** The last serial used in each financial year. */
type ReceiptCounters = { financial_year: string; last: number };

/**
 * One voucher: in stock while `order_item_id` is null, then issued to that line for ever. In stock it is free, or reserved
 * for a line whose order can still be paid or fulfilled.
 */
type Vouchers = {
  id: string;
  product_id: number;
  /** Null for a voucher of open value in stock; it takes the line's denomination when it is issued. */
  face_value: number | null;
  /** `keyId:HMAC` of the card number: unique, so that one card cannot be sold twice. */
  fingerprint: string;
  /** `keyId:HMAC` of the card number's last digits; null for a card of an older version (catalogue/note-card-endings.ts). */
  ending: Generated<string | null>;
  /**
   * `keyId:HMAC` of the letters and digits in the card number (domain/cards/card-identity.ts), unique; with a mark and an id for
   * a second card with the same identity. Null for a card of an older version (catalogue/note-card-identities.ts).
   */
  identity: Generated<string | null>;
  card_number_sealed: string;
  pin_sealed: string | null;
  /** A claim link that an older version stored in plain text; null once the shop has opened (catalogue/seal-claim-links.ts). */
  claim_url: string | null;
  claim_url_sealed: string | null;
  order_item_id: string | null;
  /** Counts from 1; unique with `order_item_id`. */
  unit: number | null;
  issued_at: number | null;
  /** End of validity. If the stock gave none, it is set from the product when issued. */
  expires_at: number | null;
  /** The time at which the shopper marked it as used. */
  used_at: number | null;
  /**
   * The order line for which it is reserved; null for a free or issued one. A version without reservations may issue it to
   * another line all the same.
   */
  reserved_for: string | null;
  /** The time (ms) at which the worker next checks that the order still needs it. */
  reservation_check_at: number | null;
  created_at: number;
  /** The supply order that delivered it; null for own stock. */
  supply_ref: Generated<string | null>;
  /** The job that imported it; null for other vouchers, and for imports by an older version. */
  job_id: Generated<string | null>;
  /** The number of reminders (domain/wallet.ts) that are settled: sent, or not needed. */
  reminders_done: Generated<number>;
};

/** A shopper's notes about a card. */
type WalletCards = {
  voucher_id: string;
  user_id: string;
  /** The rest on it (paise); null if the shopper has not noted it. */
  amount_left: number | null;
  /** The time at which the shopper put it aside. */
  archived_at: number | null;
  changed_at: number;
};

/** The sandbox gateway's own records; only api/sandbox reads them. */
type SandboxPayments = {
  id: string;
  order_number: string;
  payee: string;
  amount: number;
  redirect_url: string;
  notify_url: string;
  expires_at: number;
  /** The payer's decision and the time from which the gateway reports it (a late payment succeeds after the window). */
  result: "success" | "failed" | null;
  effective_at: number | null;
  /** The payer's UPI handle; null until the payer has decided. */
  payer: string | null;
  /** No longer read: see sandbox_refunds. */
  refunded: Generated<number>;
};

type SandboxRefunds = { id: string; payment_id: string; amount: number };

type SandboxDeliveries = {
  id: string;
  payment_id: string;
  event_id: string;
  result: PaymentResult | "pending";
  /** 1 for a delivery that tests the receiver: signed with a wrong key and tried once. */
  is_forged: number;
  tries: number;
  next_try_at: number;
  /** The time at which the shop answered 2xx or the sandbox gave up. */
  done_at: number | null;
};
