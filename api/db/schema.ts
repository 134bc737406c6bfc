import type { Generated } from "kysely";

import type { AccountTables } from "./schema-accounts.ts";
import type { CatalogueTables } from "./schema-catalogue.ts";
import type { DeskTables } from "./schema-desk.ts";
import type { JobTables } from "./schema-jobs.ts";
import type { MessageTables } from "./schema-messages.ts";
import type { OrderTables } from "./schema-orders.ts";
import type { OutgoingTables } from "./schema-outgoing.ts";
import type { SalesTables } from "./schema-sales.ts";
import type { SearchTables } from "./schema-search.ts";
import type { ShopperTables } from "./schema-shoppers.ts";
import type { SupplierTables } from "./schema-suppliers.ts";

// Money is integer paise, coins are integer hundredths, times are integer ms since 1970 (UTC), flags are 0 or 1, so
// that both databases store them alike. Ids in shoppers' URLs are random text; catalogue ids are small integers.

/** Every table of one tenant's database. */
export type Schema = ShopTables &
  AccountTables &
  OrderTables &
  SupplierTables &
  DeskTables &
  SalesTables &
  ShopperTables &
  JobTables &
  CatalogueTables &
  OutgoingTables &
  MessageTables &
  SearchTables;

type ShopTables = {
  /** The migrations that have run (db/migrate.ts). */
  migrations: { name: string; applied_at: number };
  users: Users;
  sessions: Sessions;
  refresh_tokens: RefreshTokens;
  categories: Categories;
  subcategories: Subcategories;
  products: Products;
  denominations: Denominations;
  cart_items: CartItems;
  stock_notices: StockNotices;
};

type Users = {
  id: string;
  /** A display name: not unique, never a login. Empty after a sign-up by phone. */
  username: string;
  /** Empty for an account without one, which has a verified phone. */
  email: string;
  /** `email` in lower case, or "none:" and the id: unique. */
  email_key: string;
  /** The time at which the shopper opened the verification link; null until then. Without it and a verified phone, shoppers cannot buy. */
  email_verified_at: number | null;
  /** The time at which somebody signed up again with this unverified `email`; null once it is verified. */
  contested_at: Generated<number | null>;
  /** 10 digits that the shopper entered; not verified. */
  phone: string | null;
  /** The phone once it is verified. Unique; only a verified phone can log in. */
  verified_phone: string | null;
  /** The addresses from the payment page that receive vouchers in place of `email` and `phone`. */
  delivery_email: string | null;
  delivery_phone: string | null;
  password_hash: string;
  profile_picture_url: string | null;
  address_line1: Generated<string>;
  address_line2: Generated<string>;
  country: Generated<string>;
  /** Spendable coins, in hundredths; never negative. Every change adds an entry to the coin ledger. */
  coins: Generated<number>;
  created_at: number;
  disabled_at: number | null;
  /** The code of the language that the account keeps (docs/languages.md); null until the first login since accounts have one. */
  language: Generated<string | null>;
  /** How the shopper is reminded of cards that expire (domain/wallet.ts); null until they choose. */
  card_reminders: Generated<string | null>;
  /** The time at which the person was erased: the books stay under a pseudonym (accounts/erase-shopper.ts). */
  erased_at: Generated<number | null>;
  /** The time from which the shopper wants no reminders before coins end. */
  reminders_off_at: Generated<number | null>;
};

/** One login on one device. It ends at `expires_at` even if its tokens are refreshed. */
type Sessions = {
  id: string;
  user_id: string;
  /** The browser that logged in, such as "Firefox on Linux"; empty if the browser sent no name. */
  client: Generated<string>;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
  /** SHA-256 of the device token in the browser (`devices`); null for logins before devices existed. */
  device_hash: string | null;
};

type RefreshTokens = {
  /** SHA-256 of the token, base64url. */
  token_hash: string;
  session_id: string;
  /** The token that it replaced; null for the first of a session. */
  parent_hash: Generated<string | null>;
  created_at: number;
  /** The time of its replacement; it is still accepted for a short grace period. */
  replaced_at: number | null;
};

/** `key` is the operator's unique name for the row, by which an import finds it. */
type Categories = {
  id: Generated<number>;
  key: string;
  name: string;
  /** JSON (domain/translations.ts). */
  translations: Generated<string>;
  /** Display order, before the id. Placed categories have numbers below 0; a new one comes after them. */
  position: Generated<number>;
};

type Subcategories = {
  id: Generated<number>;
  key: string;
  category_id: number;
  name: string;
  /** JSON (domain/translations.ts). */
  translations: Generated<string>;
};

type Products = {
  id: Generated<number>;
  /** The operator's unique name for the product, by which an import finds it. */
  sku: string;
  name: string;
  /** The text that searches match: the names of product, category and subcategory, in lower case. */
  search_text: string;
  category_id: number;
  subcategory_id: number;
  /** Root-relative on the tenant's origin, such as /media/products/12.svg. */
  image_url: string;
  /** The lowest denomination, and the amount printed on the card. */
  price: number;
  price_mrp: number;
  is_available: number;
  /** Cards on offer; 0 means out of stock. */
  quantity: number;
  /** HTML. */
  details: string;
  terms_and_conditions: string;
  how_to_use: string;
  /** JSON: the name and these texts in other languages (domain/translations.ts). */
  translations: Generated<string>;
  /** The codes of the languages in `translations` that have a name, such as ",hi,ta,"; empty for none. */
  named_in: Generated<string>;
  /** Validity of a card from the day of issue, in days. */
  validity_days: number;
  /** Recommended order, before the id. A product that an editor moves to the front gets the lowest one. */
  position: Generated<number>;
  /** The time of the last change by the staff or an import; 0 for never. */
  changed_at: Generated<number>;
  /** It is low with fewer free cards; null for the brand's limit (`stock_watch`), 0 for never. */
  alert_below: Generated<number | null>;
  /** The number of cards for sale at the worker's last check, and the time since which it is too low; null while it is not. */
  free_cards: Generated<number>;
  low_since: Generated<number | null>;
  /** The time at which the worker counts next, independent of sales: 0 for at once, null for never. */
  stock_check_at: Generated<number | null>;
};

/** A denomination: an amount (min = max) or a range of amounts (min < max). */
type Denominations = {
  id: Generated<number>;
  product_id: number;
  min: number;
  max: number;
};

type CartItems = {
  id: string;
  user_id: string;
  product_id: number;
  /** The chosen amount of each card. */
  denomination: number;
  /** The gift as JSON (domain/gifts/gift.ts); empty for none. Adding the same choice again raises `quantity`. */
  gift: Generated<string>;
  quantity: number;
  created_at: number;
};

/** A request for one mail when an amount is back in stock; deleted once that mail is queued. */
type StockNotices = {
  id: string;
  user_id: string;
  product_id: number;
  denomination: number;
  /** The product page's URL, on the origin of the request. */
  url: string;
  created_at: number;
};
