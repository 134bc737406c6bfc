/** The shop's own types; wire names end in schemas/. Money: paise. Coins: hundredths. Times: epoch ms. */

import type { PAYMENT_METHODS, SORT_OPTIONS } from "#app/base/constants.ts";

export type Category = { id: string; name: string };
export type Home = { categories: Category[]; subcategories: Category[] };

export type Configuration = {
  organizationName?: string;
  productName?: string;
  logoUrl?: string;
  email?: string;
  address?: string;
  websiteUrl?: string;
  aboutUs?: { title?: string; content?: string };
  /** `#rrggbb` */
  colours: Partial<Record<ColourName, string>>;
  /** Fields with an unreadable value. */
  unread: string[];
};

export type ColourName =
  | "primary_color"
  | "secondary_color"
  | "button_color"
  | "button_text_color"
  | "header_text_color"
  | "footer_text_color"
  | "normal_text_color";

/** A fixed value has min = max, a range min < max. Paise. */
export type Denomination = { id: string; min: number; max: number };

/**
 * Extension: the stock of an amount, or of all others (null). `left` is null above the backend's counting limit. No card of it
 * ends before `expiresAt` (ms).
 */
export type StockLeft = { amount: number | null; left: number | null; expiresAt?: number };

export type Product = {
  id: string;
  name: string;
  imageUrl: string | null;
  price: number | null;
  priceMrp: number | null;
  isAvailable: boolean;
  details: string;
  termsAndConditions: string;
  howToUse: string;
  category: Category | null;
  subcategory: Category | null;
  denominations: Denomination[];
  /** Absent or empty if the backend does not report it. */
  stock?: StockLeft[];
};

/** Extension: the sold-out amounts of a product (paise), each with the state of its notice. */
export type StockNotices = {
  amounts: { amount: number; isAwaited: boolean }[];
  /** The step that a visitor must take first: to log in, or to confirm the e-mail address. */
  firstHref: string | null;
};

/** `counts`: matching products by subcategory id, or null if the backend does not count them. */
export type ProductList = {
  products: Product[];
  hasMore: boolean;
  count: number;
  counts: ReadonlyMap<string, number> | null;
};

export type ProductQuery = {
  category?: string;
  subcategories: string[];
  priceMin?: number;
  priceMax?: number;
  sort: (typeof SORT_OPTIONS)[number];
  page: number;
};

export type Tokens = { accessToken: string; refreshToken: string | null };
/** Coins that expire soon. `at` is the first expiry. */
export type CoinsExpiring = { amount: number; at: number };
/** `isEmailVerified` is true unless the backend denies it. */
export type ShopperName = { username: string; email: string };

export type User = {
  id: string | null;
  username: string;
  email: string;
  phone: string;
  coins: number;
  coinsExpiring: CoinsExpiring | null;
  /** The coins that expire next; null if none do, or if the backend does not report it. */
  coinsEnding: CoinsExpiring | null;
  isEmailVerified: boolean;
  /** Extension: the phone that was confirmed with a code; "" for none. */
  verifiedPhone: string;
  /** The number of cards in the cart; null if the backend does not report it. */
  cardsInCart: number | null;
  /** The code of the language that the account keeps; null for none, or if the backend keeps none. */
  language: string | null;
};

/** A message from the contact page. `bulk` makes it a bulk enquiry. */
export type ContactMessage = {
  name: string;
  email: string;
  message: string;
  bulk?: { organization: string; quantity: number };
};

export type Profile = {
  username: string;
  email: string;
  phone: string;
  pictureUrl: string | null;
  addressLine1: string;
  addressLine2: string;
  country: string;
};

/**
 * `recipientPhone`: ten digits; of it and `recipientEmail` one may be "". `sendOn` is a day in India, "2026-11-08", or null to send
 * at once.
 */
export type Gift = {
  recipientName: string;
  recipientEmail: string;
  recipientPhone: string;
  message: string;
  sendOn: string | null;
};

/** Extension: a gift, as its buyer sees it. `waiting`: unpaid or not yet fulfilled. */
export type OrderedGift = Gift & {
  id: string;
  state: "waiting" | "refunded" | "scheduled" | "sent" | "opened";
  /** The way of the message to the phone; null for a gift that went by mail, or that has not left. */
  phoneState: "waiting" | "sent" | "delivered" | "failed" | null;
  sentAt: number | null;
  openedAt: number | null;
};

/** Extension: a gift, as its recipient sees it. */
export type SentGift = {
  /** `howToUse` may be HTML. */
  product: { name: string; imageUrl: string | null; howToUse: string };
  denomination: number;
  quantity: number | null;
  senderName: string;
  recipientName: string;
  message: string;
};

export type CartItem = {
  id: string;
  product: { id: string | null; name: string; imageUrl: string | null; expiryDate: string | null };
  quantity: number;
  denomination: number;
  toPay: number;
  /** Null if the line is for the shopper. */
  gift: Gift | null;
  /** Extension: the stock if it is below the line's quantity; else null or absent. */
  stockLeft?: number | null;
};

/** `hosted` is the gateway's own page, where the shopper chooses how to pay. */
export type PaymentMethod = (typeof PAYMENT_METHODS)[number] | "hosted";
export type PaymentLinks = Partial<Record<PaymentMethod, string>>;

export type OrderStatus = "success" | "pending" | "expired" | "failed" | "refund-due";

export type Order = {
  /** The id and the number, if the backend repeats them. */
  id: string | null;
  orderNumber: string | null;
  /** Extension: its name for people, such as AUR-7K3-92Q; else null. */
  shortReference: string | null;
  status: OrderStatus;
  amount: number | null;
  coinsUsed: number | null;
  createdAt: number | null;
  expiresAt: number | null;
  /** Extension: the payment was declined, and another attempt can be opened until then (epoch ms); else null. */
  payableAgainUntil: number | null;
  redirectUrl: string | null;
  user: { username: string; email: string; phone: string } | null;
  /** Empty if the backend does not report them. */
  items: PastItem[];
  links: PaymentLinks;
  /** The answer has `paymentLinks`, which may be empty. */
  hasPaymentLinks: boolean;
  qrPayload: string | null;
  /** No gateway reports the payment: the shop confirms it by hand. */
  isConfirmedByHand: boolean;
  /** Paid and held for review. */
  isBeingChecked: boolean;
  /** Paid, but its vouchers are not there yet. */
  isOnItsWay: boolean;
  /** On its way, and later than usual. */
  isDelayed: boolean;
};

export type Receipt = {
  number: string;
  issuedAt: number | null;
  orderNumber: string;
  /** As in Order. */
  shortReference: string | null;
  items: { name: string; quantity: number; denomination: number; amount: number }[];
  total: number;
  coinsUsed: number;
  amount: number;
  /** Null if the backend does not report it. */
  paidBy: { method: string; reference: string } | null;
  refund: { amount: number; coins: number } | null;
  user: { username: string; email: string };
  legal: { entity: string; gstin: string; address: string };
};

export type PastOrder = {
  id: string;
  orderNumber: string | null;
  /** As in Order. */
  shortReference: string | null;
  orderedAt: number | null;
  status: string;
  voucherType: string;
  amount: number | null;
  coinsUsed: number | null;
  /** Null if there is none, or the backend has no receipts. */
  receiptNumber: string | null;
  /** Paid and held for review. */
  isBeingChecked: boolean;
  /** As in Order. */
  isConfirmedByHand: boolean;
  /** Paid, but its vouchers are not there yet. */
  isOnItsWay: boolean;
  /** On its way, and later than usual. */
  isDelayed: boolean;
  /** Empty also if the backend does not report them. */
  refunds: PastRefund[];
  items: PastItem[];
  vouchers: Voucher[];
};

/**
 * Money (paise) and coins (hundredths) that go back to the buyer. `arrivedAt`: the payment company's report, null without one.
 * `reference`: the bank's.
 */
export type PastRefund = {
  amount: number;
  coins: number;
  askedAt: number | null;
  sentAt: number | null;
  arrivedAt: number | null;
  reference: string | null;
};

/** `denomination` and `quantity`: the amount and number bought, if the backend gives them. */
export type PastItem = {
  name: string;
  imageUrl: string | null;
  priceMrp: number | null;
  denomination: number | null;
  quantity: number | null;
  gift: OrderedGift | null;
};

export type Voucher = {
  cardNumber: string;
  pinCode: string;
  claimUrl: string | null;
  /** Extensions, each null if the backend omits it. */
  id: string | null;
  name: string | null;
  amount: number | null;
  expiresAt: number | null;
  isUsed: boolean | null;
  /** Extension: the card number is masked and the rest missing until the device is confirmed. */
  isLocked?: boolean;
};

/** A card of the wallet. `amountLeft`: the rest that its owner has noted (paise). */
export type WalletCard = Omit<Voucher, "id" | "isUsed"> & {
  id: string;
  orderId: string | null;
  imageUrl: string | null;
  isUsed: boolean;
  isArchived: boolean;
  amountLeft: number | null;
};

export type ReminderWay = "mail" | "whatsapp" | "sms" | "none";

export type CoinRecord = {
  id: string;
  couponCode: string;
  amount: number;
  isRedeemed: boolean;
  username: string;
  createdAt: number | null;
  /** The reason for the record, in the backend's word. May be empty. */
  reason: string;
  /** When the rest of these coins expires. */
  expiresAt: number | null;
  /** The balance after this record, if the backend gives it. */
  balanceAfter: number | null;
};

export type LoadedCoins = { message: string; coinsAdded: number | null; previousBalance: number | null };

/** New tokens; `at` is the time of the refresh. */
export type Refreshed = Tokens & { at: number };

/** The part of the session that the client reads and changes (app/session/session.server.ts). */
export type ShopperSession = {
  readonly tokens: Tokens | null;
  readonly device: string | null;
  readonly isSignedIn: boolean;
  /** True once the answer's cookies are written: tokens can no longer change. */
  readonly isSealed: boolean;
  /** Returns `work`; the answer's cookies wait for it. */
  beforeSeal<Value>(work: Promise<Value>): Promise<Value>;
  signIn(tokens: Tokens): void;
  signOut(): void;
  expire(): void;
  forgetTokens(): void;
  setDevice(token: string): void;
};
