import { z } from "zod";
import { INDIA_OFFSET_SECONDS, MAX_VOUCHERS } from "#app/constants.ts";
import { parseRupees } from "./money.ts";
import type { OrderStatus, PaymentLinks } from "./types.ts";

/**
 * The answers of spec section 7, read generously: numbers may be strings, lists and optional fields may be missing or
 * null, unknown fields are dropped, and one bad item does not cost the list. What is left is in the shop's own words.
 */

const MAX_TEXT = 20_000;
/** So many cards, orders or lines are a page in a fraction of a second; what a host gives beyond them is left out. */
const MAX_ITEMS = 500;

/** Any value, also a missing one. */
const anything = z.unknown().default(null);

const text = z.coerce.string().transform((value) => value.slice(0, MAX_TEXT));
const optionalText = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).slice(0, MAX_TEXT))
  .catch("");
const maybeText = z
  .union([z.string(), z.number()])
  .transform(String)
  .catch("")
  .transform((value) => value || null);
const id = z.union([z.string().min(1), z.number()]).transform(String);
const flag = z.union([z.boolean(), z.literal([0, 1]), z.stringbool()]).transform(Boolean);

/** Rupees on the wire, integer paise inside; coins likewise, in hundredths. */
const money = anything.transform((value, context) => {
  const paise = parseRupees(value);
  if (paise !== null) return paise;
  context.addIssue({ code: "custom", message: "is not an amount" });
  return z.NEVER;
});
const maybeMoney = anything.transform(parseRupees);
const coins = anything.transform((value) => parseRupees(value) ?? 0);
/** What came (positive) or went (negative). */
const coinMovement = anything.transform((value) => {
  const text = String(value).trim();
  return text.startsWith("-") ? -coins.parse(text.slice(1)) : coins.parse(value);
});

const quantity = z.coerce.number().int().min(1).catch(1);

/** Epoch ms; null for what is no time that a calendar has. A timestamp without a zone is India time. */
export const time = anything.transform((value) => {
  if (typeof value === "number") return toValidTime(value > 1e11 ? value : value * 1000);
  if (typeof value !== "string") return null;
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(value.trim());
  const isDateOnly = /^\d{4}-\d{2}-\d{2}$/.test(value.trim());
  const parsed = Date.parse(hasZone || isDateOnly ? value : `${value.trim().replace(" ", "T")}Z`);
  if (Number.isNaN(parsed)) return null;
  return hasZone ? parsed : parsed - INDIA_OFFSET_SECONDS * 1000;
});

const toValidTime = (ms: number) => (Number.isNaN(new Date(ms).getTime()) ? null : ms);

/** A list within an answer: its bad items are dropped, and what comes after the first `most`; missing or null is empty. */
function listOf<Item extends z.ZodType>(item: Item, most = MAX_ITEMS) {
  return z
    .array(z.unknown())
    .nullish()
    .transform((values) => readItems(values ?? [], item, most));
}

const readItems = <Item extends z.ZodType>(values: unknown[], item: Item, most = MAX_ITEMS) =>
  values.slice(0, most).flatMap((value): z.output<Item>[] => {
    const parsed = item.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });

const count = z.coerce.number().int().min(0).nullable().catch(null);
const isThere = (value: unknown) => value !== null && value !== undefined && value !== false && value !== "";

/**
 * An answer that is a list: bare, or a page of one, `{ results, next, count }`. The list may also stand beneath
 * `results.products` or `coins`, be null, or be left out beside a count of 0.
 */
const listAnswer = anything.transform((wire, context) => {
  if (Array.isArray(wire)) return { values: wire as unknown[], hasMore: false, count: null };
  const { results, coins, next, ...rest } = (wire ?? {}) as Record<string, unknown>;
  const total = count.parse(rest.count ?? null);
  const found = results ?? coins ?? (results === null || coins === null || total === 0 ? [] : undefined);
  const values = Array.isArray(found) ? found : (found as { products?: unknown } | undefined)?.products;
  if (Array.isArray(values)) return { values: values as unknown[], hasMore: isThere(next), count: total };
  context.addIssue({ code: "custom", message: "is no list" });
  return z.NEVER;
});

/** The items of an answer that is a list, all that there are. */
const wholeListOf = <Item extends z.ZodType>(item: Item) =>
  listAnswer.transform(({ values }) => readItems(values, item));

const category = z.object({ id, name: text });
const maybeCategory = category.nullable().catch(null);
const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id, "en", { numeric: true });
const categories = listOf(category).transform((list) => list.toSorted(byId));

/** GET /home/ */
export const HomeSchema = z.object({ categories, subcategories: categories });

/** GET /configurator/ : only what is a non-empty string counts, so that tenant.json can fill the gaps. */
const configured = z.string().trim().min(1).max(MAX_TEXT).optional().catch(undefined);
export const ConfigurationSchema = z
  .object({
    organization_name: configured,
    product_name: configured,
    logo_url: configured,
    // It becomes a mailto: link, whose rest could name more readers and a text of its own.
    email: z.email().max(254).optional().catch(undefined),
    address: configured,
    website_url: configured,
    websiteUrl: configured,
    primary_color: configured,
    secondary_color: configured,
    button_color: configured,
    button_text_color: configured,
    header_text_color: configured,
    footer_text_color: configured,
    normal_text_color: configured,
    about_us: z.object({ title: configured, content: configured }).optional().catch(undefined),
  })
  .transform(
    ({ organization_name, product_name, logo_url, email, address, website_url, websiteUrl, about_us, ...colours }) => ({
      organizationName: organization_name,
      productName: product_name,
      logoUrl: logo_url,
      email,
      address,
      websiteUrl: website_url ?? websiteUrl,
      aboutUs: about_us,
      colours,
    }),
  );

const denomination = z
  .object({ id: maybeText, min: money, max: maybeMoney })
  .transform(({ id, min, max }) => ({ id: id ?? String(min), min, max: Math.max(min, max ?? min) }));

/** Ours: a whole number of cards; null for what is none. */
const cardsLeft = anything.transform((value) => (/^\d{1,6}$/.test(String(value)) ? Number(value) : null));
const stockLeft = z.object({ amount: z.union([z.null(), money]), left: cardsLeft });

export const ProductSchema = z
  .object({
    id,
    name: text,
    image_url: maybeText,
    price: maybeMoney,
    price_mrp: maybeMoney,
    is_available: flag.catch(true),
    details: optionalText,
    terms_and_conditions: optionalText,
    how_to_use: optionalText,
    category: maybeCategory.optional(),
    subcategory: maybeCategory.optional(),
    denominations: listOf(denomination).catch([]),
    stock: listOf(stockLeft).catch([]),
  })
  .transform((wire) => ({
    id: wire.id,
    name: wire.name,
    imageUrl: wire.image_url,
    price: wire.price,
    priceMrp: wire.price_mrp,
    isAvailable: wire.is_available,
    details: wire.details,
    termsAndConditions: wire.terms_and_conditions,
    howToUse: wire.how_to_use,
    category: wire.category ?? null,
    subcategory: wire.subcategory ?? null,
    denominations: wire.denominations,
    stock: wire.stock,
  }));

/** GET /products/ and GET products/sort/ */
export const ProductListSchema = listAnswer.transform(({ values, hasMore, count }) => {
  const products = readItems(values, ProductSchema);
  return { products, hasMore, count: count ?? products.length };
});

/** GET /search/ : is_available is taken as true here and checked again at add (spec, section 3). */
export const SearchSchema = ProductListSchema.transform(({ products }) =>
  products.map((product) => ({ ...product, isAvailable: true })),
);

/** POST /user/login/ and POST /user/refreshtoken/ : a token must be a string that a cookie can hold. */
const token = z
  .string()
  .regex(/^[\x21-\x7e]{8,3500}$/)
  .refine((value) => !/[;,"\\]/.test(value));
export const LoginSchema = z
  .object({ access_token: token, refresh_token: token.nullish() })
  .transform((wire) => ({ accessToken: wire.access_token, refreshToken: wire.refresh_token ?? null }));
/** Ours: by what the browser is known again; null where an answer has none. */
export const DeviceTokenSchema = z
  .object({ device_token: z.string().regex(/^[\w-]{43}$/) })
  .transform((wire) => wire.device_token)
  .nullable()
  .catch(null);

export const DeviceCodeSentSchema = z.object({ is_confirmed: z.boolean() }).transform((wire) => wire.is_confirmed);

export const RefreshSchema = LoginSchema;

/** Any object. Nothing of it is used: the next page asks the host again for what has changed. */
const someObject = z.looseObject({}).transform(() => null);

/** POST user/signup/ : 'data on success' */
export const SignupSchema = someObject;

/** Ours: coins that expire soon. */
const coinsExpiring = z
  .object({ amount: money, at: time })
  .transform(({ amount, at }) => (amount > 0 && at !== null ? { amount, at } : null))
  .nullish()
  .catch(null);

/** GET /user-data/ : coins or usercoins. */
export const UserSchema = z
  .object({
    ...{ username: optionalText, email: optionalText, phone: optionalText, coins: anything, usercoins: anything },
    email_verified: flag.catch(true),
    coins_expiring: coinsExpiring,
  })
  .transform((wire) => ({
    username: wire.username,
    email: wire.email,
    phone: wire.phone,
    coins: coins.parse(wire.coins ?? wire.usercoins),
    isEmailVerified: wire.email_verified,
    coinsExpiring: wire.coins_expiring ?? null,
  }));

/** POST /user/forgot/ and /user/verify-otp/ */
export const ResetBegunSchema = z.object({ transaction: token }).transform((wire) => wire.transaction);
export const ResetTokenSchema = z.object({ reset_token: token }).transform((wire) => wire.reset_token);

/** POST /user/verify-email/: a token where the address is proven by a new password only; most answers have no body. */
export const VerifiedSchema = z
  .object({ reset_token: token })
  .transform((wire) => ({ resetToken: wire.reset_token as string | null }))
  .catch({ resetToken: null });

const deviceSession = z
  .object({ id, created_at: time, last_used_at: time, client: optionalText, is_current: flag.catch(false) })
  .transform((wire) => ({
    id: wire.id,
    createdAt: wire.created_at,
    lastUsedAt: wire.last_used_at,
    client: wire.client,
    isCurrent: wire.is_current,
  }));

/** GET /user/sessions/ */
export const SessionsSchema = wholeListOf(deviceSession);

export const ProfileSchema = z
  .object({
    username: optionalText,
    email: optionalText,
    phone: optionalText,
    profile_pic_image_url: maybeText,
    address_line1: optionalText,
    address_line2: optionalText,
    country: optionalText,
  })
  .transform((wire) => ({
    username: wire.username,
    email: wire.email,
    phone: wire.phone,
    pictureUrl: wire.profile_pic_image_url,
    addressLine1: wire.address_line1,
    addressLine2: wire.address_line2,
    country: wire.country,
  }));

/** Ours: for whom a line is. */
const giftFields = {
  recipient_name: text,
  recipient_email: text,
  message: optionalText,
  send_on: z.iso.date().nullable().catch(null),
};
const gift = z.object(giftFields);

const toGift = (wire: z.output<typeof gift>) => ({
  recipientName: wire.recipient_name,
  recipientEmail: wire.recipient_email,
  message: wire.message,
  sendOn: wire.send_on,
});

const cartItem = z
  .object({
    id,
    product: z.object({ id: maybeText, name: optionalText, image_url: maybeText, expiry_date: maybeText }),
    quantity,
    price: maybeMoney,
    selectedDenomination: maybeMoney,
    to_pay: maybeMoney,
    gift: gift.transform(toGift).nullish().catch(null),
    stock_left: cardsLeft,
  })
  .transform((wire) => {
    const denomination = wire.selectedDenomination ?? wire.price ?? 0;
    return {
      id: wire.id,
      product: {
        id: wire.product.id,
        name: wire.product.name,
        imageUrl: wire.product.image_url,
        expiryDate: wire.product.expiry_date,
      },
      quantity: wire.quantity,
      denomination,
      toPay: denomination * wire.quantity,
      gift: wire.gift ?? null,
      stockLeft: wire.stock_left,
    };
  });

/** GET /cart/ : a part of one, or one that is too long, is no cart, since its total would be wrong. */
export const CartSchema = listAnswer
  .refine(({ values, hasMore }) => !hasMore && values.length <= MAX_ITEMS, { error: "is not the whole cart" })
  .transform(({ values }) => readItems(values, cartItem));

/** GET /stock-notice/ (ours) */
export const StockNoticesSchema = wholeListOf(
  z
    .object({ product_id: id, denomination: money })
    .transform((wire) => ({ productId: wire.product_id, denomination: wire.denomination })),
);

/** POST /cart/ : the added items, or a word about them. */
export const AddedSchema = z.union([
  z
    .array(z.looseObject({}))
    .min(1)
    .transform(() => null),
  someObject,
]);
/** PATCH /cart/, PUT /edit-profile/, PATCH /user/update/ : what was updated. */
export const UpdatedSchema = someObject;
/** DELETE /cart/ : no body, or a word about it. */
export const RemovedSchema = z.union([z.undefined().transform(() => null), someObject]);
/** Calls that are ours: that they are answered is enough. */
export const AckSchema = anything.transform(() => null);

const coinData = z
  .object({ coins_added: maybeMoney, coins: maybeMoney, previous_balance: maybeMoney })
  .nullish()
  .catch(null);

/** POST /load-coin/ : anything but status 'success' is a refusal in the host's words. */
export const LoadCoinSchema = z
  .object({ status: optionalText, message: optionalText, data: coinData })
  .transform((wire) => ({
    isSuccess: wire.status.toLowerCase() === "success",
    message: wire.message,
    coinsAdded: wire.data?.coins_added ?? wire.data?.coins ?? null,
    previousBalance: wire.data?.previous_balance ?? null,
  }));

const orderedGift = z
  .object({
    ...giftFields,
    id,
    state: z.enum(["waiting", "refunded", "scheduled", "sent", "opened"]).catch("waiting"),
    sent_at: time,
    opened_at: time,
  })
  .transform((wire) => ({
    ...toGift(wire),
    id: wire.id,
    state: wire.state,
    sentAt: wire.sent_at,
    openedAt: wire.opened_at,
  }))
  .nullish()
  .catch(null);

const pastItem = z
  .object({
    name: optionalText,
    image_url: maybeText,
    price_mrp: maybeMoney,
    selectedDenomination: maybeMoney,
    denomination: maybeMoney,
    price: maybeMoney,
    quantity,
    gift: orderedGift,
  })
  .transform((wire) => ({
    name: wire.name,
    imageUrl: wire.image_url,
    priceMrp: wire.price_mrp,
    denomination: wire.selectedDenomination ?? wire.denomination ?? wire.price,
    quantity: wire.quantity,
    gift: wire.gift ?? null,
  }));

const voucher = z
  .object({
    ...{ card_number: optionalText, pin_code: optionalText, claim_url: maybeText },
    ...{ id: maybeText, name: maybeText, amount: maybeMoney, expires_at: time, is_used: flag.nullable().catch(null) },
    is_locked: z.boolean().catch(false),
  })
  .transform((wire) => ({
    cardNumber: wire.card_number,
    pinCode: wire.pin_code,
    claimUrl: wire.claim_url,
    id: wire.id,
    name: wire.name,
    amount: wire.amount,
    expiresAt: wire.expires_at,
    isUsed: wire.is_used,
    isLocked: wire.is_locked,
  }));

const pastOrder = z
  .object({
    id,
    order_number: maybeText,
    order_date: time,
    status: optionalText,
    voucher_type: optionalText,
    amount: maybeMoney,
    coins_used: maybeMoney,
    receipt_number: maybeText,
    is_being_checked: z.boolean().catch(false),
    items: listOf(pastItem),
    vouchers: listOf(voucher, MAX_VOUCHERS),
  })
  .transform((wire) => ({
    id: wire.id,
    orderNumber: wire.order_number,
    orderedAt: wire.order_date,
    status: wire.status,
    voucherType: wire.voucher_type,
    amount: wire.amount,
    coinsUsed: wire.coins_used,
    receiptNumber: wire.receipt_number,
    isBeingChecked: wire.is_being_checked,
    items: wire.items,
    vouchers: wire.vouchers,
  }));

/** GET /order-history/ */
export const OrderHistorySchema = wholeListOf(pastOrder);

/** POST /gift/view/ (ours) */
export const SentGiftSchema = z
  .object({
    product: z.object({ name: text, image_url: maybeText, how_to_use: optionalText }),
    denomination: money,
    quantity,
    sender_name: optionalText,
    recipient_name: optionalText,
    message: optionalText,
  })
  .transform((wire) => ({
    product: { name: wire.product.name, imageUrl: wire.product.image_url, howToUse: wire.product.how_to_use },
    denomination: wire.denomination,
    quantity: wire.quantity,
    senderName: wire.sender_name,
    recipientName: wire.recipient_name,
    message: wire.message,
  }));

/** POST /gift/open/ (ours) */
export const GiftVouchersSchema = z
  .object({ vouchers: listOf(voucher, MAX_VOUCHERS) })
  .transform((wire) => wire.vouchers);

const receiptItem = z.object({ name: text, quantity, denomination: money, amount: money });

/** GET /order-receipt/ (ours) */
export const ReceiptSchema = z
  .object({
    number: text,
    issued_at: time,
    order_number: text,
    items: z.array(receiptItem),
    total: money,
    coins_used: money,
    amount: money,
    paid_by: z.object({ method: text, reference: optionalText }).nullish().catch(null),
    refund: z.object({ amount: money, coins: money }).nullish().catch(null),
    user: z.object({ username: optionalText, email: optionalText }),
    legal: z.object({ entity: optionalText, gstin: optionalText, address: optionalText }),
  })
  .transform((wire) => ({
    number: wire.number,
    issuedAt: wire.issued_at,
    orderNumber: wire.order_number,
    items: wire.items,
    total: wire.total,
    coinsUsed: wire.coins_used,
    amount: wire.amount,
    paidBy: wire.paid_by ?? null,
    refund: wire.refund ?? null,
    user: wire.user,
    legal: wire.legal,
  }));

const coinRecord = z
  .object({
    id,
    coupon_code: optionalText,
    amount: coinMovement,
    is_redeemed: flag.catch(false),
    user: z.object({ username: optionalText }).nullish().catch(null),
    created_at: time,
    reason: optionalText,
    expires_at: time,
    balance_after: maybeMoney,
  })
  .transform((wire) => ({
    id: wire.id,
    couponCode: wire.coupon_code,
    amount: wire.amount,
    isRedeemed: wire.is_redeemed,
    username: wire.user?.username ?? "",
    createdAt: wire.created_at,
    reason: wire.reason,
    expiresAt: wire.expires_at,
    balanceAfter: wire.balance_after,
  }));

/** GET /coins-history */
export const CoinHistorySchema = wholeListOf(coinRecord);

const paymentLinks = z
  .object({ phonePe: maybeText, paytm: maybeText, gpay: maybeText, other: maybeText })
  .nullish()
  .catch(null)
  .transform((wire): PaymentLinks => {
    const links: PaymentLinks = {};
    if (wire?.phonePe) links.phonepe = wire.phonePe;
    if (wire?.paytm) links.paytm = wire.paytm;
    if (wire?.gpay) links.gpay = wire.gpay;
    if (wire?.other) links.other = wire.other;
    return links;
  });

/** Without paymentLinks, orderLink or redirect_url serves as 'other' (spec, section 7, both readings). */
function linksOf(wire: { paymentLinks: PaymentLinks; orderLink: string | null; redirect_url: string | null }) {
  const other = wire.orderLink ?? wire.redirect_url;
  return Object.keys(wire.paymentLinks).length > 0 || !other ? wire.paymentLinks : { other };
}

/** POST /place-order/ */
export const PlacedOrderSchema = z
  .object({
    orderId: id,
    orderLink: maybeText,
    redirect_url: maybeText,
    paymentLinks,
    updatedCoins: maybeMoney,
  })
  .transform((wire) => ({
    orderId: wire.orderId,
    links: linksOf(wire),
    onlyLink: Object.keys(wire.paymentLinks).length === 0 ? (wire.orderLink ?? wire.redirect_url) : null,
    coinsLeft: wire.updatedCoins,
  }));

/** The hosts' words for an order's state; what is not known counts as pending, so that nothing paid is ever dropped. */
function toOrderStatus(wire: string): OrderStatus {
  const word = wire.toLowerCase().replace(/^payment_/, "");
  if (["success", "succeeded", "completed", "paid"].includes(word)) return "success";
  if (["expired", "timeout", "timed_out"].includes(word)) return "expired";
  if (["failed", "failure", "cancelled", "declined", "error"].includes(word)) return "failed";
  if (word === "refund_due" || word === "refunded") return "refund-due";
  return "pending";
}

/** GET /place-order/ and GET /order-status/ */
export const OrderSchema = z
  .object({
    order_id: maybeText,
    order_number: maybeText,
    status: z.string().transform(toOrderStatus),
    amount: maybeMoney,
    coins_used: maybeMoney,
    created_at: time,
    expires_at: time,
    redirectUrl: maybeText,
    user: z.object({ username: optionalText, email: optionalText, phone: optionalText }).nullish().catch(null),
    items: listOf(pastItem).catch([]),
    paymentLinks,
    orderLink: maybeText,
    redirect_url: maybeText,
    qrPayload: maybeText,
    is_being_checked: z.boolean().catch(false),
  })
  .transform((wire) => ({
    id: wire.order_id,
    orderNumber: wire.order_number,
    status: wire.status,
    amount: wire.amount,
    coinsUsed: wire.coins_used,
    createdAt: wire.created_at,
    expiresAt: wire.expires_at,
    redirectUrl: wire.redirectUrl,
    user: wire.user ?? null,
    items: wire.items,
    links: linksOf(wire),
    qrPayload: wire.qrPayload,
    isBeingChecked: wire.is_being_checked,
  }));
