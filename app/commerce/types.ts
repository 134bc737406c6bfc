/** What the shop speaks of, in its own words; wire names stop in schemas.ts. Money: integer paise. Coins: hundredths. Times: epoch ms. */

import type { PAYMENT_METHODS, SORT_OPTIONS } from "#app/constants.ts";

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
  colours: Partial<Record<ColourName, string>>;
};

export type ColourName =
  | "primary_color"
  | "secondary_color"
  | "button_color"
  | "button_text_color"
  | "header_text_color"
  | "footer_text_color"
  | "normal_text_color";

/** A fixed value has min = max, a range min < max; paise. */
export type Denomination = { id: string; min: number; max: number };

/** Ours: what is left of an amount, or of every other one (null). `left` is null for more than the host counts. */
export type StockLeft = { amount: number | null; left: number | null };

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
  /** Absent or empty where the host does not say. */
  stock?: StockLeft[];
};

/** Ours: the amounts of a product that cannot be had, and of which of them the shopper is told once they can; paise. */
export type StockNotices = {
  amounts: { amount: number; isAwaited: boolean }[];
  /** Where a visitor must go first: to the login, or to confirm the address that the mail goes to. */
  firstHref: string | null;
};

export type ProductList = { products: Product[]; hasMore: boolean; count: number };

/** What narrows a product list; prices in paise. */
export type ProductQuery = {
  category?: string;
  subcategories: string[];
  priceMin?: number;
  priceMax?: number;
  sort: (typeof SORT_OPTIONS)[number];
  page: number;
};

export type Tokens = { accessToken: string; refreshToken: string | null };
/** Coins that expire soon: how many, and when the first of them do. */
export type CoinsExpiring = { amount: number; at: number };
/** `isEmailVerified` where the host does not say otherwise. */
export type User = {
  username: string;
  email: string;
  phone: string;
  coins: number;
  coinsExpiring: CoinsExpiring | null;
  isEmailVerified: boolean;
};

/** What somebody wrote on the contact page; a bulk enquiry also says for whom, and how many cards. */
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

/** What a shopper says of a gift; `sendOn` is a day in India, "2026-11-08", or null for at once. */
export type Gift = { recipientName: string; recipientEmail: string; message: string; sendOn: string | null };

/** Ours: a gift of an order, for whoever bought it. `waiting`: not paid, or not yet handed over. */
export type OrderedGift = Gift & {
  id: string;
  state: "waiting" | "refunded" | "scheduled" | "sent" | "opened";
  sentAt: number | null;
  openedAt: number | null;
};

/** Ours: what a gift's link shows to whoever has it. */
export type SentGift = {
  /** `howToUse` may be HTML. */
  product: { name: string; imageUrl: string | null; howToUse: string };
  denomination: number;
  quantity: number;
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
  /** Null for a line of the shopper's own. */
  gift: Gift | null;
  /** Ours: how many can be had of a line that cannot be had whole; null for any other, or where the host does not say. */
  stockLeft?: number | null;
};

export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export type PaymentLinks = Partial<Record<PaymentMethod, string>>;

export type OrderStatus = "success" | "pending" | "expired" | "failed" | "refund-due";

export type Order = {
  /** Where the host repeats them. */
  id: string | null;
  orderNumber: string | null;
  status: OrderStatus;
  amount: number | null;
  coinsUsed: number | null;
  createdAt: number | null;
  expiresAt: number | null;
  redirectUrl: string | null;
  user: { username: string; email: string; phone: string } | null;
  /** Its lines, where the host names them. */
  items: PastItem[];
  links: PaymentLinks;
  qrPayload: string | null;
  /** Paid for, and looked at by hand before its vouchers are handed over. */
  isBeingChecked: boolean;
};

/** What a paid order's receipt says; money in paise, coins in hundredths. */
export type Receipt = {
  number: string;
  issuedAt: number | null;
  orderNumber: string;
  items: { name: string; quantity: number; denomination: number; amount: number }[];
  total: number;
  coinsUsed: number;
  amount: number;
  /** Null where the host does not say. */
  paidBy: { method: string; reference: string } | null;
  refund: { amount: number; coins: number } | null;
  user: { username: string; email: string };
  legal: { entity: string; gstin: string; address: string };
};

export type PastOrder = {
  id: string;
  orderNumber: string | null;
  orderedAt: number | null;
  status: string;
  voucherType: string;
  amount: number | null;
  coinsUsed: number | null;
  /** Null where there is none, or the host has no receipts. */
  receiptNumber: string | null;
  /** Paid for, and looked at by hand before its vouchers are handed over. */
  isBeingChecked: boolean;
  items: PastItem[];
  vouchers: Voucher[];
};

/** `denomination`: what was bought, where the host says so beside the product's own price. */
export type PastItem = {
  name: string;
  imageUrl: string | null;
  priceMrp: number | null;
  denomination: number | null;
  quantity: number;
  gift: OrderedGift | null;
};

export type Voucher = {
  cardNumber: string;
  pinCode: string;
  claimUrl: string | null;
  /** Ours, each null where the host does not say: its id, the card, its value, its end, whether the shopper has used it. */
  id: string | null;
  name: string | null;
  amount: number | null;
  expiresAt: number | null;
  isUsed: boolean | null;
  /** Ours: the card number is covered, and the rest missing, until the device is confirmed. */
  isLocked?: boolean;
};

export type CoinRecord = {
  id: string;
  couponCode: string;
  amount: number;
  isRedeemed: boolean;
  username: string;
  createdAt: number | null;
  /** Why they came or went, in the host's word; empty where it does not say. */
  reason: string;
  /** When what is left of them expires. */
  expiresAt: number | null;
  /** What the shopper had then, where the host says so. */
  balanceAfter: number | null;
};

export type LoadedCoins = { message: string; coinsAdded: number | null; previousBalance: number | null };

/** New tokens, and when (epoch ms) the host gave them. */
export type Refreshed = Tokens & { at: number };
