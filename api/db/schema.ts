import type { Generated } from "kysely";

import type { AccountTables } from "./schema-accounts.ts";
import type { OrderTables } from "./schema-orders.ts";

// Money is integer paise, coins integer hundredths, times integer ms since 1970 (UTC), flags 0 or 1: both databases keep
// them alike. Ids that a shopper sees in an address are random text; those of the catalogue are small integers.

/** Every table of one tenant's database. */
export type Schema = ShopTables & AccountTables & OrderTables;

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
  /** A display name: not unique, never a login. */
  username: string;
  email: string;
  /** `email` in lower case: unique. */
  email_key: string;
  /** When they opened the link that was sent there; null until then, and until then nothing is bought. */
  email_verified_at: number | null;
  /** When somebody signed up once more while nobody had proven `email`; null once it is proven. */
  contested_at: Generated<number | null>;
  /** 10 digits as the shopper gave them; not proven to be theirs. */
  phone: string | null;
  /** Set once the phone is proven: unique, and only this one logs in. */
  verified_phone: string | null;
  /** Where vouchers go instead of `email` and `phone`, as given on the payment page. */
  delivery_email: string | null;
  delivery_phone: string | null;
  password_hash: string;
  profile_picture_url: string | null;
  address_line1: Generated<string>;
  address_line2: Generated<string>;
  country: Generated<string>;
  /** Coins that can be spent, in hundredths, never negative. Changed only together with an entry of the coin ledger. */
  coins: Generated<number>;
  created_at: number;
  disabled_at: number | null;
};

/** One login on one device; ends at `expires_at` whatever is refreshed. */
type Sessions = {
  id: string;
  user_id: string;
  /** The browser that logged in, in words such as "Firefox on Linux"; empty where it did not say. */
  client: Generated<string>;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
  /** SHA-256 of the browser's device token (`devices`); null for a login of the time before there were any. */
  device_hash: string | null;
};

type RefreshTokens = {
  /** SHA-256 of the token, base64url. */
  token_hash: string;
  session_id: string;
  /** The token that it was given out for; null for the first of a session. */
  parent_hash: Generated<string | null>;
  created_at: number;
  /** When its successor was given out; it is still taken for a short grace after that. */
  replaced_at: number | null;
};

/** `key` is the operator's own name of the row, unique, by which an import finds it again. */
type Categories = { id: Generated<number>; key: string; name: string };

type Subcategories = { id: Generated<number>; key: string; category_id: number; name: string };

type Products = {
  id: Generated<number>;
  /** The operator's own name of the product, unique, by which an import finds it again. */
  sku: string;
  name: string;
  /** What searches look through: `name`, its category's and its subcategory's name, in lower case. */
  search_text: string;
  category_id: number;
  subcategory_id: number;
  /** Root-relative on the tenant's origin, such as /media/products/12.svg. */
  image_url: string;
  /** Lowest amount it is sold for, and the amount printed on the card. */
  price: number;
  price_mrp: number;
  is_available: number;
  /** Cards on offer; 0 is out of stock. */
  quantity: number;
  /** HTML. */
  details: string;
  terms_and_conditions: string;
  how_to_use: string;
  /** How long a card is valid from the day it is issued. */
  validity_days: number;
};

/** An amount (min = max) or a range of amounts (min < max) that a product is sold for. */
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
  /** The chosen amount of one card. */
  denomination: number;
  /** For whom it is, as JSON (domain/gifts.ts); "" for the shopper. The same choice again raises `quantity`. */
  gift: Generated<string>;
  quantity: number;
  created_at: number;
};

/** Somebody who wants one mail once an amount of a product can be bought again; gone once that is queued. */
type StockNotices = {
  id: string;
  user_id: string;
  product_id: number;
  denomination: number;
  /** The product's page at the origin where they asked. */
  url: string;
  created_at: number;
};
