import { z } from "zod";

import { INDIA_OFFSET_SECONDS, MAX_VOUCHERS } from "#app/constants.ts";

import { parseRupees } from "./money.ts";
import type { OrderStatus, PaymentLinks } from "./types.ts";
import { described, listing, mayOmit, named, sentAs } from "./wire.ts";

/**
 * Reads the answers of docs/commerce-api.md leniently: numbers may be strings, lists and optional fields missing or
 * null, unknown fields are dropped, and a bad item is skipped. The results have the shop's own names.
 */

const MAX_TEXT = 20_000;
/** More cards, orders or lines than this would make a page slow; the rest is dropped. */
const MAX_ITEMS = 500;

/** Any value or none. */
const anything = z.unknown().default(null);

// What a backend should send, where the storefront reads more.
export const Id = z
  .union([z.string().min(1), z.int()], { error: "expected a string or an integer" })
  .meta({ id: "Id" });
export const Rupees = z
  .number()
  .min(0)
  .meta({ id: "Rupees", description: "Rupees with at most two decimals, such as 449.5." });
export const Coins = z
  .number()
  .min(0)
  .meta({ id: "Coins", description: "Coins with at most two decimals; a coin is worth a rupee." });
const Time = z.iso
  .datetime({ offset: true, error: "expected ISO 8601 with a zone" })
  .meta({ id: "Time", description: "ISO 8601 with a zone. Without one it is read as India time." });

const text = sentAs(
  z.union([z.string(), z.number()]).transform((value) => String(value).slice(0, MAX_TEXT)),
  z.string(),
);
const optionalText = sentAs(
  z
    .union([z.string(), z.number()])
    .transform((value) => String(value).slice(0, MAX_TEXT))
    .catch(""),
  z.string(),
);
const maybeText = sentAs(
  z
    .union([z.string(), z.number()])
    .transform(String)
    .catch("")
    .transform((value) => value || null),
  z.string().nullable(),
);
const id = sentAs(z.union([z.string().min(1), z.number()]).transform(String), Id);
const maybeId = mayOmit(sentAs(maybeText, Id));
const flag = sentAs(z.union([z.boolean(), z.literal([0, 1]), z.stringbool()]).transform(Boolean), z.boolean());

/** Rupees on the wire become integer paise; coins become hundredths. */
const money = sentAs(
  anything.transform((value, context) => {
    const paise = parseRupees(value);
    if (paise !== null) return paise;
    context.addIssue({ code: "custom", message: "is not an amount" });
    return z.NEVER;
  }),
  Rupees,
);
const maybeMoney = sentAs(anything.transform(parseRupees), Rupees.nullable());
const coins = sentAs(
  anything.transform((value) => parseRupees(value) ?? 0),
  Coins,
);
/** Positive for credits, negative for debits. */
const coinMovement = sentAs(
  anything.transform((value) => {
    const text = String(value).trim();
    return text.startsWith("-") ? -coins.parse(text.slice(1)) : coins.parse(value);
  }),
  z.number(),
);

const quantity = sentAs(z.coerce.number().int().min(1).catch(1), z.int().min(1));

/** Epoch ms, or null for an invalid time. A timestamp without a zone is India time. */
export const time = sentAs(
  anything.transform((value) => {
    if (typeof value === "number") return toValidTime(value > 1e11 ? value : value * 1000);
    if (typeof value !== "string") return null;
    const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(value.trim());
    const isDateOnly = /^\d{4}-\d{2}-\d{2}$/.test(value.trim());
    const parsed = Date.parse(hasZone || isDateOnly ? value : `${value.trim().replace(" ", "T")}Z`);
    if (Number.isNaN(parsed)) return null;
    return hasZone ? parsed : parsed - INDIA_OFFSET_SECONDS * 1000;
  }),
  Time,
);

const toValidTime = (ms: number) => (Number.isNaN(new Date(ms).getTime()) ? null : ms);

/** A list within an answer: skips bad items, keeps the first `most`. Missing or null is empty. */
function listOf<Item extends z.ZodType>(item: Item, most = MAX_ITEMS) {
  const list = z
    .array(z.unknown())
    .nullish()
    .transform((values) => readItems(values ?? [], item, most));
  return listing(list, item);
}

const readItems = <Item extends z.ZodType>(values: unknown[], item: Item, most = MAX_ITEMS) =>
  values.slice(0, most).flatMap((value): z.output<Item>[] => {
    const parsed = item.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });

const count = z.coerce.number().int().min(0).nullable().catch(null);
const isThere = (value: unknown) => value !== null && value !== undefined && value !== false && value !== "";

/** A list, or a page of one. Also accepts `results.products`, `coins`, null, or no list beside a count of 0. */
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

/** All items of an answer that is a list. */
const wholeListOf = <Item extends z.ZodType>(item: Item) =>
  listing(
    listAnswer.transform(({ values }) => readItems(values, item)),
    item,
  );

const category = named(z.object({ id, name: text }), "Category");
const maybeCategory = category.nullable().catch(null);
const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id, "en", { numeric: true });
const categories = listOf(category).transform((list) => list.toSorted(byId));

export const HomeSchema = z.object({ categories, subcategories: categories });

/** GET /configurator/: only non-empty strings count, so that tenant.json can fill the gaps. */
const configured = mayOmit(
  sentAs(z.string().trim().min(1).max(MAX_TEXT).optional().catch(undefined), z.string().min(1)),
);
export const ConfigurationSchema = z
  .object({
    organization_name: configured,
    product_name: configured,
    logo_url: configured,
    // It goes into a mailto: link, where other text could add recipients and a body.
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
  .object({ id: maybeId, min: money, max: described(maybeMoney, "null: the same as min.") })
  .transform(({ id, min, max }) => ({ id: id ?? String(min), min, max: Math.max(min, max ?? min) }));

/** Extension: a whole number of cards, or null if it is not one. */
const cardsLeft = sentAs(
  anything.transform((value) => (/^\d{1,6}$/.test(String(value)) ? Number(value) : null)),
  z.int().min(0).nullable(),
);
const stockLeft = z.object({ amount: z.union([z.null(), money]), left: cardsLeft });

export const ProductSchema = z
  .object({
    id,
    name: text,
    image_url: described(maybeText, "A URL on one of the brand's imageOrigins."),
    price: maybeMoney,
    price_mrp: maybeMoney,
    is_available: described(flag.catch(true), "false: the card is shown, but cannot be bought."),
    details: described(optionalText, "HTML or plain text; scripts, styles and unknown tags are dropped."),
    terms_and_conditions: described(optionalText, "As details."),
    how_to_use: described(optionalText, "As details."),
    category: maybeCategory.optional(),
    subcategory: maybeCategory.optional(),
    denominations: described(
      listOf(denomination).catch([]),
      "What can be bought: a fixed amount has min = max, a free amount min < max. Without one the card cannot be bought.",
    ),
    stock: described(
      mayOmit(listOf(stockLeft).catch([])),
      "How many cards are left of an amount. The amount null means every other amount, left null means plenty.",
    ),
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

const Product = named(ProductSchema, "Product");

/** GET /products/ and GET products/sort/ */
export const ProductListSchema = listing(
  listAnswer.transform(({ values, hasMore, count }) => {
    const products = readItems(values, ProductSchema);
    return { products, hasMore, count: count ?? products.length };
  }),
  Product,
);

/** GET /search/: taken as available; adding to the cart checks again (docs/product.md, 4.3). */
export const SearchSchema = listing(
  ProductListSchema.transform(({ products }) => products.map((product) => ({ ...product, isAvailable: true }))),
  Product,
);

/** POST /user/login/ and POST /user/refreshtoken/: a token that fits into a cookie. */
const token = z
  .string()
  .regex(/^[\x21-\x7e]{8,3500}$/)
  .refine((value) => !/[;,"\\]/.test(value));
export const LoginSchema = z
  .object({ access_token: token, refresh_token: token.nullish() })
  .transform((wire) => ({ accessToken: wire.access_token, refreshToken: wire.refresh_token ?? null }));
/** Extension: identifies the browser. Null if the answer has none. */
export const DeviceTokenSchema = z
  .object({ device_token: z.string().regex(/^[\w-]{43}$/) })
  .transform((wire) => wire.device_token)
  .nullable()
  .catch(null);

export const DeviceCodeSentSchema = z.object({ is_confirmed: z.boolean() }).transform((wire) => wire.is_confirmed);

/** @alias A refresh answers as a sign-in does. */
export const RefreshSchema = LoginSchema;

/** An answer whose content is unused: the next page asks the backend again. */
const someObject = z.looseObject({}).transform(() => null);

export const SignupSchema = someObject;

const coinsExpiring = z
  .object({ amount: money, at: time })
  .transform(({ amount, at }) => (amount > 0 && at !== null ? { amount, at } : null))
  .nullish()
  .catch(null);

/** GET /user-data/: `coins` or `usercoins`. */
export const UserSchema = z
  .object({
    ...{
      username: optionalText,
      email: optionalText,
      phone: optionalText,
      coins: described(mayOmit(sentAs(anything, Coins)), "The balance. Without coins and usercoins it is 0."),
      usercoins: described(mayOmit(sentAs(anything, Coins)), "Another name of coins."),
    },
    email_verified: mayOmit(flag.catch(true)),
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

/** POST /user/verify-email/: a token if the address also needs a new password. Most answers have no body. */
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

/** Extension: the recipient of a line. */
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
    product: z.object({ id: maybeId, name: optionalText, image_url: maybeText, expiry_date: maybeText }),
    quantity,
    price: maybeMoney,
    selectedDenomination: described(mayOmit(maybeMoney), "The amount of one card; without it, price."),
    to_pay: described(maybeMoney, "Not read: the storefront multiplies amount and quantity."),
    gift: gift.transform(toGift).nullish().catch(null),
    stock_left: described(mayOmit(cardsLeft), "How many cards of this line are left, if fewer than its quantity."),
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

/** GET /cart/: an incomplete or too long list is refused, because its total would be wrong. */
export const CartSchema = listing(
  listAnswer
    .refine(({ values, hasMore }) => !hasMore && values.length <= MAX_ITEMS, { error: "is not the whole cart" })
    .transform(({ values }) => readItems(values, cartItem)),
  named(cartItem, "CartItem"),
);

export const StockNoticesSchema = wholeListOf(
  z
    .object({ product_id: id, denomination: money })
    .transform((wire) => ({ productId: wire.product_id, denomination: wire.denomination })),
);

/** POST /cart/: the added items, or a message. */
export const AddedSchema = z.union([
  z
    .array(z.looseObject({}))
    .min(1)
    .transform(() => null),
  someObject,
]);
/** PATCH /cart/, PUT /edit-profile/, PATCH /user/update/ */
export const UpdatedSchema = someObject;
/** DELETE /cart/: no body, or a message. */
export const RemovedSchema = sentAs(z.union([z.undefined().transform(() => null), someObject]), z.looseObject({}));
/** Extensions whose answer carries no data. */
export const AckSchema = sentAs(
  anything.transform(() => null),
  z.unknown(),
);

const coinData = z
  .object({ coins_added: mayOmit(maybeMoney), coins: mayOmit(maybeMoney), previous_balance: mayOmit(maybeMoney) })
  .nullish()
  .catch(null);

/** POST /load-coin/: any status but 'success' is a refusal in the backend's words. */
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
    selectedDenomination: mayOmit(maybeMoney),
    denomination: mayOmit(maybeMoney),
    price: mayOmit(maybeMoney),
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
    ...{ id: maybeId, name: mayOmit(maybeText), amount: mayOmit(maybeMoney), expires_at: mayOmit(time) },
    is_used: mayOmit(flag.nullable().catch(null)),
    is_locked: mayOmit(z.boolean().catch(false)),
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

const Voucher = named(voucher, "Voucher");

const pastOrder = z
  .object({
    id,
    order_number: mayOmit(maybeText),
    order_date: time,
    status: optionalText,
    voucher_type: optionalText,
    amount: mayOmit(maybeMoney),
    coins_used: mayOmit(maybeMoney),
    receipt_number: mayOmit(maybeText),
    is_being_checked: mayOmit(z.boolean().catch(false)),
    items: listOf(pastItem),
    vouchers: listOf(Voucher, MAX_VOUCHERS),
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

export const OrderHistorySchema = wholeListOf(named(pastOrder, "PastOrder"));

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

export const GiftVouchersSchema = z
  .object({ vouchers: listOf(Voucher, MAX_VOUCHERS) })
  .transform((wire) => wire.vouchers);

const receiptItem = z.object({ name: text, quantity, denomination: money, amount: money });

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
    legal: z.object({ entity: mayOmit(optionalText), gstin: mayOmit(optionalText), address: mayOmit(optionalText) }),
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
    amount: described(coinMovement, "Coins that came in; negative for coins that went out."),
    is_redeemed: flag.catch(false),
    user: z.object({ username: optionalText }).nullish().catch(null),
    created_at: time,
    reason: mayOmit(optionalText),
    expires_at: mayOmit(time),
    balance_after: mayOmit(maybeMoney),
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

export const CoinHistorySchema = wholeListOf(named(coinRecord, "CoinRecord"));

const link = mayOmit(maybeText);
const paymentLinks = z
  .object({ phonePe: link, paytm: link, gpay: link, other: link })
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

/** Without paymentLinks, orderLink or redirect_url serves as 'other' (docs/product.md, 6.3). */
function linksOf(wire: { paymentLinks: PaymentLinks; orderLink: string | null; redirect_url: string | null }) {
  const other = wire.orderLink ?? wire.redirect_url;
  return Object.keys(wire.paymentLinks).length > 0 || !other ? wire.paymentLinks : { other };
}

export const PlacedOrderSchema = z
  .object({
    orderId: id,
    orderLink: link,
    redirect_url: link,
    paymentLinks,
    updatedCoins: mayOmit(maybeMoney),
  })
  .transform((wire) => ({
    orderId: wire.orderId,
    links: linksOf(wire),
    onlyLink: Object.keys(wire.paymentLinks).length === 0 ? (wire.orderLink ?? wire.redirect_url) : null,
    coinsLeft: wire.updatedCoins,
  }));

const ORDER_STATUS =
  "PAYMENT_PENDING, success or completed, expired, failed or refund_due, in any case. Any other word means pending.";

/** Unknown states count as pending, so that no paid order is dropped. */
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
    order_id: maybeId,
    order_number: mayOmit(maybeText),
    status: described(z.string().transform(toOrderStatus), ORDER_STATUS),
    amount: described(maybeMoney, "What is paid in cash: the cart less the coins."),
    coins_used: mayOmit(maybeMoney),
    created_at: time,
    expires_at: described(mayOmit(time), "When the payment window ends; without it, 300 s after created_at."),
    redirectUrl: described(link, "Where the shopper continues after payment."),
    user: z.object({ username: optionalText, email: optionalText, phone: optionalText }).nullish().catch(null),
    items: mayOmit(listOf(pastItem).catch([])),
    paymentLinks,
    orderLink: link,
    redirect_url: link,
    qrPayload: described(link, "A upi: link to draw as a QR code, if `other` is a page."),
    is_being_checked: mayOmit(z.boolean().catch(false)),
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
