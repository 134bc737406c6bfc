import { z } from "zod";

import { PAYMENT_METHODS } from "#app/base/constants.ts";
import type { Tokens } from "#app/commerce/types.ts";

import { t } from "../../config/language/t.ts";
import type { ShopCookies } from "./cookies.server.ts";

/** A message for the next page, inline and as a toast. With a link, a path of the shop, it stays in the page. */
const FlashSchema = z.object({
  kind: z.enum(["success", "error"]),
  text: z.string().max(500),
  link: z.object({ href: z.string().startsWith("/").max(300), label: z.string().max(100) }).optional(),
  /** A form that undoes the action. */
  undo: z.object({ action: z.string().startsWith("/").max(300), fields: z.record(z.string(), z.string()) }).optional(),
});
export type Flash = z.output<typeof FlashSchema>;

/** A product that a visitor wanted before logging in. */
const WishSchema = z.object({
  productId: z.string(),
  quantity: z.int().min(1),
  denomination: z.int().min(0),
  gift: z
    .object({
      recipientName: z.string(),
      recipientEmail: z.string(),
      recipientPhone: z.string().default(""),
      message: z.string(),
      sendOn: z.string().nullable(),
    })
    .nullish(),
});
export type Wish = z.output<typeof WishSchema>;

/**
 * `orderNumber` is the idempotency key for exactly this cart. An abandoned checkout does not continue, but its order holds the
 * shopper's coins until the next order or its own end. `links`: the payment links, which some backends send only once, by
 * method. `amount`: the price on the cart page, in paise.
 */
const CheckoutSchema = z.object({
  orderNumber: z.string(),
  fingerprint: z.string(),
  orderId: z.string().nullable(),
  isLeft: z.boolean().optional(),
  links: z.partialRecord(z.enum([...PAYMENT_METHODS, "hosted"]), z.string()).nullish(),
  amount: z.int().nullish(),
});
export type Checkout = z.output<typeof CheckoutSchema>;

/** The cookie's room for links: browsers keep 4 KB, of which encoding and sealing take almost half. */
export const MAX_LINK_CHARACTERS = 1_500;

function withoutLongLinks(checkout: Checkout): Checkout {
  let room = MAX_LINK_CHARACTERS;
  const links = Object.entries(checkout.links ?? {}).filter(([, link]) => (room -= link.length) >= 0);
  return { ...checkout, links: Object.fromEntries(links) };
}

/** A password reset: first the code, then the password. `username` is for Send Again. */
const ResetSchema = z.union([
  z.object({ transaction: z.string(), username: z.string() }),
  z.object({ token: z.string() }),
]);
export type Reset = z.output<typeof ResetSchema>;

/**
 * A number that waits for its code: to sign in, or to be confirmed. `isDormant`: the right code was typed, and the shopper decides
 * about an account of long ago.
 */
const PhoneSchema = z.object({
  purpose: z.enum(["sign-in", "confirm"]),
  phone: z.string(),
  transaction: z.string(),
  /** The time (ms) from which another code can be sent. */
  resendAt: z.number(),
  wantsWhatsApp: z.boolean(),
  isDormant: z.boolean(),
});
export type PhoneStep = z.output<typeof PhoneSchema>;

/** A form that waits for a login or a confirmed device. `about` names its subject (an order, a gift, a coupon). */
const TypedSchema = z.object({ about: z.string(), values: z.record(z.string(), z.string()) });
export type Typed = z.output<typeof TypedSchema>;

const FormKeySchema = z.string().regex(/^[\w-]{22}$/);

/** A hash of the shopper who switched the coin discount on, and the number of hundredths if the shopper has typed one. */
const CoinsSchema = z.string().regex(/^[\w-]{43}(?:\.[1-9]\d{0,9})?$/);

const LanguageSchema = z.string();

const DeviceSchema = z.string().regex(/^[\w-]{43}$/);

const TokenSchema = z.string().regex(/^[\x21-\x7e]{8,3500}$/);

/** A session during one request: read from cookies, and written once with the headers by `seal()`. */
export class Session {
  tokens: Tokens | null;
  /** The code of the language that the signed-in account keeps, for the next pages. */
  accountLanguage: string | null;
  /** Identifies the browser to the embedded API. Outlives the session. */
  readonly device: string | null;
  readonly flash: Flash | null;
  readonly wish: Wish | null;
  readonly checkout: Checkout | null;
  readonly reset: Reset | null;
  readonly phone: PhoneStep | null;
  readonly typed: Typed | null;
  coins: string | null;
  /** The key of the forms' proofs (form-proof.server.ts). */
  formKey: string | null;
  isSealed = false;
  /** The backend ended the session during this request. */
  hasExpired = false;

  readonly #cookies: ShopCookies;
  readonly #pending = new Map<keyof ShopCookies, unknown>();
  readonly #underWay = new Set<Promise<unknown>>();

  private constructor(
    cookies: ShopCookies,
    values: Pick<
      Session,
      | "tokens"
      | "accountLanguage"
      | "device"
      | "flash"
      | "wish"
      | "checkout"
      | "coins"
      | "reset"
      | "phone"
      | "typed"
      | "formKey"
    >,
  ) {
    this.#cookies = cookies;
    this.tokens = values.tokens;
    this.accountLanguage = values.accountLanguage;
    this.device = values.device;
    this.flash = values.flash;
    this.wish = values.wish;
    this.checkout = values.checkout;
    this.coins = values.coins;
    this.reset = values.reset;
    this.phone = values.phone;
    this.typed = values.typed;
    this.formKey = values.formKey;
  }

  /** Damaged or forged cookies, and another tenant's, count as absent. */
  static async read(cookies: ShopCookies, header: string | null): Promise<Session> {
    async function get<Value>(name: keyof ShopCookies, schema: z.ZodType<Value>) {
      const cookie = cookies[name];
      if (!header?.includes(`${cookie.name}=`)) return null;
      // Without the filter each cookie would also decode, and `wish` decrypt, all others.
      const value = await cookie.parse(header, { filter: (other) => other === cookie.name });
      const parsed = schema.safeParse(value);
      return parsed.success ? parsed.data : null;
    }
    const accessToken = await get("accessToken", TokenSchema);
    const refreshToken = await get("refreshToken", TokenSchema);
    return new Session(cookies, {
      // "" is answered 401 like an expired token, so a lost access token is refreshed.
      tokens: accessToken || refreshToken ? { accessToken: accessToken ?? "", refreshToken } : null,
      accountLanguage: await get("accountLanguage", LanguageSchema),
      device: await get("device", DeviceSchema),
      flash: await get("flash", FlashSchema),
      wish: await get("wish", WishSchema),
      checkout: await get("checkout", CheckoutSchema),
      coins: await get("coins", CoinsSchema),
      reset: await get("reset", ResetSchema),
      phone: await get("phone", PhoneSchema),
      typed: await get("typed", TypedSchema),
      formKey: await get("formKey", FormKeySchema),
    });
  }

  get isSignedIn() {
    return this.tokens !== null;
  }

  signIn({ accessToken, refreshToken }: Tokens) {
    this.tokens = { accessToken, refreshToken };
    this.#set("accessToken", accessToken);
    this.#set("refreshToken", refreshToken);
  }

  /** Forgets the shopper: tokens, language, checkout, coin choice, typed values. The known device stays. */
  signOut() {
    this.tokens = null;
    this.#set("accessToken", null);
    this.#set("refreshToken", null);
    this.#set("checkout", null);
    this.setAccountLanguage(null);
    if (this.coins) this.#set("coins", null);
    if (this.flash?.link) this.#set("flash", null);
    if (this.typed) this.#set("typed", null);
    if (this.phone) this.#set("phone", null);
  }

  /** Signs out because the backend ended the session. The next page reports it, in the same language. */
  expire() {
    const language = this.accountLanguage;
    this.signOut();
    this.setAccountLanguage(language);
    this.hasExpired = true;
    this.setFlash({ kind: "error", text: t("messages.sessionEnded") });
  }

  setAccountLanguage(code: string | null) {
    if (code === this.accountLanguage) return;
    this.accountLanguage = code;
    this.#set("accountLanguage", code);
  }

  setDevice(token: string) {
    this.#set("device", token);
  }

  setFormKey(key: string) {
    this.formKey = key;
    this.#set("formKey", key);
  }

  /** The typed values of the form with this subject. */
  typedAbout = (about: string) => (this.typed?.about === about ? this.typed.values : undefined);

  setTyped(typed: Typed | null) {
    this.#set("typed", typed);
  }

  /** Forgets the tokens of a session that ended elsewhere. The cookies stay: they may belong to a newer one. */
  forgetTokens() {
    this.tokens = null;
    this.#pending.delete("accessToken");
    this.#pending.delete("refreshToken");
  }

  /** The refresh token that this answer will set, or null. */
  get newRefreshToken() {
    return this.#pending.has("refreshToken") ? (this.tokens?.refreshToken ?? null) : null;
  }

  setFlash(flash: Flash) {
    this.#set("flash", flash);
  }

  setWish(wish: Wish | null) {
    this.#set("wish", wish);
  }

  setCheckout(checkout: Checkout | null) {
    this.#set("checkout", checkout && withoutLongLinks(checkout));
  }

  leaveCheckout() {
    this.#set("checkout", this.checkout && { ...this.checkout, isLeft: true });
  }

  setCoins(coins: string | null) {
    this.coins = coins;
    this.#set("coins", coins);
  }

  setReset(reset: Reset | null) {
    this.#set("reset", reset);
  }

  setPhone(phone: PhoneStep | null) {
    this.#set("phone", phone);
  }

  /** Only the page that read the flash shows it. */
  clearFlash() {
    if (this.flash && !this.#pending.has("flash")) this.#set("flash", null);
  }

  #set(name: keyof ShopCookies, value: unknown) {
    if (this.isSealed) throw new Error(`the ${name} cookie was changed after the headers were written`);
    this.#pending.set(name, value);
  }

  /** Work that sets cookies although its call may be late, such as a refresh. */
  beforeSeal<Value>(work: Promise<Value>): Promise<Value> {
    this.#underWay.add(work);
    return work;
  }

  /** Resolves when no work that sets cookies is under way. */
  async settle() {
    await Promise.allSettled(this.#underWay);
  }

  /** Seals the session and returns its Set-Cookie headers. */
  async seal(): Promise<string[]> {
    this.isSealed = true;
    return Promise.all(
      [...this.#pending].map(([name, value]) =>
        this.#cookies[name].serialize(value ?? "", value === null ? { maxAge: 0 } : undefined),
      ),
    );
  }
}
