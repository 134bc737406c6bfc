import type { CoinEntryKind } from "../domain/coins.ts";
import type { OrderStatus, PaymentResult, ReportOutcome } from "../domain/orders.ts";
import type { ReviewReason } from "../domain/purchase-limits.ts";

/** The tables of the money half: orders, payments, coins, vouchers. */
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
  refunds: Refunds;
  receipts: Receipts;
  receipt_counters: ReceiptCounters;
  vouchers: Vouchers;
  sandbox_payments: SandboxPayments;
  sandbox_deliveries: SandboxDeliveries;
};

type Orders = {
  id: string;
  user_id: string;
  /** The shopper's idempotency key: unique with `user_id`. */
  order_number: string;
  /** SHA-256 of what was asked, so that another request under the same number is told from a replay. */
  fingerprint: string;
  status: OrderStatus;
  /** total = amount (cash) + coins, in paise and hundredths of a coin. */
  total: number;
  amount: number;
  coins: number;
  /** The balance after the coins were held: a replay answers it again. */
  balance_after: number;
  redirect_url: string;
  notify_url: string;
  /** Set once the ordered lines have left the cart. */
  cart_cleared: number;
  created_at: number;
  updated_at: number;
  /** End of the payment window. */
  expires_at: number;
  /** The terms that were accepted with Pay; null until then. */
  terms_version: string | null;
  terms_accepted_at: number | null;
  /** Held back from being handed over until an operator has looked at it; null for most. */
  review: "held" | "released" | "refused" | null;
  /** The first rule that held it; null for orders of before 019, too. */
  review_reason: ReviewReason | null;
  /**
   * Whom the order counts for in the limits of a day, besides its shopper (domain/purchase-keys.ts): the mailbox that
   * was confirmed when it was placed, and the payer. Null while unknown, and for orders of before 016.
   */
  mailbox_key: string | null;
  payer_key: string | null;
};

/** What was ordered, as it was then; only `status` and `issued` ever change. */
type OrderItems = {
  id: string;
  order_id: string;
  position: number;
  /** The cart's line at the time; it may be gone by now. */
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
  /** Vouchers handed over; the rest of a refund_due line is paid back. */
  issued: number;
};

/** A line that goes to somebody else, as it was ordered; only the address may be put right, until it is opened. */
type Gifts = {
  order_item_id: string;
  recipient_name: string;
  recipient_email: string;
  /** "" for none. */
  message: string;
  /** The day that was chosen, in India, such as "2026-11-08"; null for at once. */
  send_on: string | null;
  /** When its mail goes out; null until there is something to send. */
  due_at: number | null;
  /** When the codes were first looked at. */
  opened_at: number | null;
};

/** A link that opens a gift: each mail has one of its own. */
type GiftLinks = {
  /** SHA-256 of the token, base64url. */
  token_hash: string;
  order_item_id: string;
  created_at: number;
};

/** An order's coins: `held` at placing, then either `spent` by its payment or `released`, once. */
type CoinHolds = { order_id: string; user_id: string; amount: number; state: "held" | "spent" | "released" };

/** The ledger: rows are only ever added, and a shopper's entries add up to users.coins. */
type CoinEntries = {
  id: string;
  user_id: string;
  kind: CoinEntryKind;
  /** Signed, in hundredths. */
  amount: number;
  /** Unique with `kind`. */
  order_id: string | null;
  /** Unique: a coupon is credited once. */
  coupon_id: string | null;
  /** When a credit lapses; null for one that does not and for debits. */
  expires_at: number | null;
  /** Why an operator granted it. */
  reason: string | null;
  created_at: number;
};

/** What is left of a credit; all of a shopper's add up to users.coins. */
type CoinLots = {
  /** The credit's entry. */
  id: string;
  user_id: string;
  remaining: number;
  /** When what remains lapses; null for never. */
  expires_at: number | null;
  /** When the shopper was told that it will. */
  warned_at: number | null;
  created_at: number;
};

/** How an entry's amount is split over lots: rows are only ever added, and a lot's add up to `remaining`. */
type CoinLotMoves = { entry_id: string; lot_id: string; amount: number };

type Coupons = {
  id: string;
  /** `keyId:HMAC` of the canonical code: unique. */
  code_hash: string;
  /** The code itself, sealed: coin history shows it to the shopper who redeemed it. */
  code_sealed: string;
  amount: number;
  /** Only this shopper may redeem it; null for the first who redeems it. */
  user_id: string | null;
  /** How many days the coins are valid for; null for coins that do not lapse. */
  valid_days: number | null;
  /** It can be redeemed before then (ms); null for ever. */
  redeem_by: number | null;
  redeemed_by: string | null;
  redeemed_at: number | null;
  created_at: number;
};

/** Wrong coupon codes of one shopper in the hour that began at `window_start`. */
type CouponTries = { user_id: string; window_start: number; tries: number };

type Payments = {
  id: string;
  order_id: string;
  amount: number;
  /** JSON; null until the gateway has answered createIntent. */
  links: string | null;
  qr_payload: string | null;
  /** When the reconciler next asks the gateway; null when it need not any more. */
  next_poll_at: number | null;
  polls: number;
  created_at: number;
};

/** What gateways told us, each event once. */
type PaymentEvents = {
  event_id: string;
  payment_id: string;
  result: PaymentResult;
  amount: number;
  currency: string;
  outcome: ReportOutcome;
  received_at: number;
};

/** Money due back to a payer. Coins are back already, `amount` (paise) waits until an operator has it sent. */
type Refunds = {
  order_id: string;
  amount: number;
  coins: number;
  reason: "no_stock" | "mismatch" | "late" | "refused";
  created_at: number;
  sent_at: number | null;
};

/** The receipt of a paid order, with seller and buyer as they were; the numbers of a year have no gap. */
type Receipts = {
  order_id: string;
  /** Such as "2026-27". */
  financial_year: string;
  serial: number;
  username: string;
  email: string;
  entity: string | null;
  gstin: string | null;
  address: string | null;
  issued_at: number;
};

/** The last number that was given out in each financial year. */
type ReceiptCounters = { financial_year: string; last: number };

/** One voucher: in stock while `order_item_id` is null, then issued to that line for ever. */
type Vouchers = {
  id: string;
  product_id: number;
  /** Null in stock: a voucher of open value, which takes the line's denomination when it is issued. */
  face_value: number | null;
  /** `keyId:HMAC` of the card number: unique, so that one card cannot be sold twice. */
  fingerprint: string;
  card_number_sealed: string;
  pin_sealed: string | null;
  /** A link that an older version stored in clear, until the shop opens (catalogue/seal-claim-links.ts). */
  claim_url: string | null;
  claim_url_sealed: string | null;
  order_item_id: string | null;
  /** 1 and up; unique with `order_item_id`. */
  unit: number | null;
  issued_at: number | null;
  /** End of validity; set from the product when issued if the stock did not say. */
  expires_at: number | null;
  /** When the shopper noted that they have used it. */
  used_at: number | null;
  created_at: number;
};

/** The sandbox gateway's own books; nothing but api/sandbox reads them. */
type SandboxPayments = {
  id: string;
  order_number: string;
  payee: string;
  amount: number;
  redirect_url: string;
  notify_url: string;
  expires_at: number;
  /** What the payer decided, and from when on the gateway says so (a late payment succeeds after the window). */
  result: "success" | "failed" | null;
  effective_at: number | null;
  /** The UPI handle that was paid with; null until the payer has decided. */
  payer: string | null;
  refunded: number;
};

type SandboxDeliveries = {
  id: string;
  payment_id: string;
  event_id: string;
  result: PaymentResult;
  /** A delivery that tests the receiver: signed with a wrong key, and tried once. */
  is_forged: number;
  tries: number;
  next_try_at: number;
  /** Set when the shop has answered 2xx, or when the sandbox has given up. */
  done_at: number | null;
};
