import { z } from "zod";

import { CALL_DEADLINE_MS, MAX_ANSWER_BYTES, MUTATION_DEADLINE_MS } from "#app/base/constants.ts";

import type { Tenant } from "../../config/brand/schema.ts";
import {
  LoginSchema,
  PhoneCodeSentSchema,
  PhoneLoginSchema,
  ProfileSchema,
  RefreshSchema,
  ResetBegunSchema,
  ResetTokenSchema,
  SessionsSchema,
  SignupSchema,
  UserSchema,
  VerifiedSchema,
} from "./schemas/account.ts";
import { AckSchema, UpdatedSchema } from "./schemas/acknowledgements.ts";
import { AddedSchema, CartSchema, RemovedSchema } from "./schemas/cart.ts";
import { HomeSchema, ProductListSchema, SearchSchema, StockNoticesSchema } from "./schemas/catalogue.ts";
import { CoinHistorySchema, LoadCoinSchema } from "./schemas/coins.ts";
import { ConfigurationSchema } from "./schemas/configuration.ts";
import { GiftVouchersSchema, SentGiftSchema } from "./schemas/gifts.ts";
import { OrderHistorySchema } from "./schemas/history.ts";
import { OrderSchema, PlacedOrderSchema } from "./schemas/orders.ts";
import { ReceiptSchema } from "./schemas/receipts.ts";
import { Coins, Id, Rupees } from "./schemas/values.ts";
import type { Call } from "./transport.server.ts";

export type Feature = keyof Tenant["features"];

/** One call of the wire contract (docs/commerce-api.md). */
export type ContractCall = {
  /** The operationId in docs/openapi.json. */
  name: string;
  method: Call["method"];
  path: string;
  /** One sentence, for the documents. */
  about: string;
  /** When the bearer token is sent; `if any`: if the shopper is logged in. */
  session: "never" | "always" | "if any";
  /** The feature in tenant.json that declares the call. Without one, every backend has it. */
  feature?: Feature;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** The body is multipart/form-data. */
  isForm?: true;
  answer: z.ZodType;
  /** The place of the list in the answer: the answer itself, a page of a list, or a field. */
  list?: ListPlace;
  /** An answer may have no body. */
  mayBeEmpty?: true;
  /** Refusals that are specific to this call, in addition to the common ones in docs/commerce-api.md. */
  refusals?: Record<number, string>;
  /** `repeatable`: a repeated call changes nothing more. `once`: it counts again. */
  effect: "read" | "repeatable" | "once";
};

export const LIMITS = { readMs: CALL_DEADLINE_MS, changeMs: MUTATION_DEADLINE_MS, answerBytes: MAX_ANSWER_BYTES };

export type ListPlace = "bare" | "results" | "results.products" | "coins";

const text = z.string();
const about = (schema: z.ZodType, words: string) => schema.describe(words);

const filters = {
  page: about(z.int().min(1), "From 1."),
  perPage: about(z.int().min(1), "8; a host may answer fewer, never more."),
  category: about(Id.optional(), "Of one category."),
  price_min: about(Rupees.optional(), "Cards with an amount from here."),
  price_max: about(Rupees.optional(), "Cards with an amount up to here."),
};
const short = about(
  z.literal("true").optional(),
  "Only with the features `shortLists` and `productById`: the cards need no details, terms_and_conditions and how_to_use.",
);
const orderId = about(Id, "The orderId of the answer to POST /place-order/.");

const gift = z.strictObject({
  recipient_name: text,
  recipient_email: about(text, "Empty only with recipient_phone."),
  recipient_phone: about(
    text.optional(),
    "With the feature `giftByPhone`: ten digits. The gift then goes there first.",
  ),
  message: text,
  send_on: about(z.iso.date().nullable(), "A day in India; null: as soon as it is paid."),
});
const line = {
  quantity: z.int().min(1),
  to_pay: about(Rupees, "selectedDenomination times quantity."),
  selectedDenomination: about(Rupees, "The amount of one card."),
};
const cartItem = z.strictObject({ product_id: Id, ...line, gift: about(gift.optional(), "With the feature `gift`.") });

const mobile = about(text, "10 digits, of which the first is 6 to 9.");
const CODE_REFUSALS = {
  409: "No code can be sent; `error` is `no_channel`.",
  429: "The number must wait, or the day's codes are used up; `error` is `wait` or `too_many_codes`.",
};
const DEVICE_REFUSAL = "The shopper must confirm the device first; `error` is `device_not_confirmed`.";

/** Calls that every backend has. */
const CORE: ContractCall[] = [
  {
    name: "getConfiguration",
    method: "GET",
    path: "/configurator/",
    session: "never",
    effect: "read",
    about: "The brand's names, addresses and colours. tenant.json fills the gaps.",
    answer: ConfigurationSchema,
  },
  {
    name: "getHome",
    method: "GET",
    path: "/home/",
    session: "never",
    effect: "read",
    about: "Categories, which the storefront sorts by position and id, and subcategories, which it sorts by id.",
    answer: HomeSchema,
  },
  {
    name: "listProducts",
    method: "GET",
    path: "/products/",
    session: "if any",
    effect: "read",
    about: "A page of the catalogue in the host's own order.",
    query: z.strictObject({
      ...filters,
      page: filters.page.optional(),
      perPage: filters.perPage.optional(),
      subcategories: about(text.optional(), "Ids, separated by commas; a card of any of them."),
      id: about(Id.optional(), "Only with the feature `productById`, and then alone: this card, or none."),
      short,
    }),
    answer: ProductListSchema,
    list: "results",
  },
  {
    name: "sortProducts",
    method: "GET",
    path: "/products/sort/",
    session: "if any",
    effect: "read",
    about: "A page of the catalogue, sorted by price.",
    query: z.strictObject({
      sort: z.enum(["asc", "desc"]),
      ...filters,
      "subcategories[]": about(z.array(Id).optional(), "Repeated; a card of any of them."),
      short,
    }),
    answer: ProductListSchema,
    list: "results.products",
  },
  {
    name: "search",
    method: "GET",
    path: "/search/",
    session: "if any",
    effect: "read",
    about: "Cards that match a few words.",
    query: z.strictObject({ q: text, short }),
    answer: SearchSchema,
    list: "bare",
  },
  {
    name: "logIn",
    method: "POST",
    path: "/user/login/",
    session: "never",
    effect: "once",
    about: "Starts a session. The storefront keeps both tokens in cookies, which the browser's scripts cannot read.",
    body: z.strictObject({
      username: about(text, "An e-mail address or a phone number of 10 digits."),
      password: text,
      grant_type: z.literal("password"),
      language: about(
        text.optional(),
        "With the feature `accountLanguage`: the code that the shopper chose in this browser.",
      ),
    }),
    answer: LoginSchema,
    refusals: {
      401: "The password is wrong, or there is no such account.",
      403: "The account is closed.",
      429: "Too many attempts, or too much at once.",
    },
  },
  {
    name: "signUp",
    method: "POST",
    path: "/user/signup/",
    session: "never",
    effect: "once",
    about: "Makes an account. The shopper logs in afterwards.",
    body: z.strictObject({ username: text, email: text, password: text, phone: about(text, "Always 0000000000.") }),
    answer: SignupSchema,
    refusals: { 400: "A field is refused.", 409: "The address is taken." },
  },
  {
    name: "refreshToken",
    method: "POST",
    path: "/user/refreshtoken/",
    session: "never",
    effect: "once",
    about: "A new access token. A host may also give a new refresh token, which replaces the old one.",
    body: z.strictObject({ refresh_token: text }),
    answer: RefreshSchema,
    refusals: { 400: "As 401.", 401: "The refresh token has ended: the shopper is logged out.", 403: "As 401." },
  },
  {
    name: "getUser",
    method: "GET",
    path: "/user-data/",
    session: "always",
    effect: "read",
    about: "The shopper's name, addresses and balance.",
    answer: UserSchema,
  },
  {
    name: "getProfile",
    method: "GET",
    path: "/edit-profile/",
    session: "always",
    effect: "read",
    about: "The shopper's profile.",
    answer: ProfileSchema,
  },
  {
    name: "updateProfile",
    method: "PUT",
    path: "/edit-profile/",
    session: "always",
    effect: "repeatable",
    about: "Changes the profile. Every field is sent, also those that stay.",
    body: z.strictObject({
      username: about(text, "The name of an account that has none, before an order of ₹50,000 or more; else as read."),
      email: text,
      phone: text,
      address_line1: text,
      address_line2: text,
      country: text,
    }),
    isForm: true,
    answer: UpdatedSchema,
    refusals: { 400: 'A field is refused; its name may say why: `{ "phone": ["is taken"] }`.' },
  },
  {
    name: "updateUser",
    method: "PATCH",
    path: "/user/update/",
    session: "always",
    effect: "repeatable",
    about: "Changes phone and e-mail address on the payment page. Without the token if api.userUpdateAuth is omit.",
    body: z.strictObject({
      username: text,
      email: text,
      email_new: about(text, "The same as email if it stays."),
      phone: text,
    }),
    answer: UpdatedSchema,
    refusals: { 400: "A field is refused." },
  },
  {
    name: "getCart",
    method: "GET",
    path: "/cart/",
    session: "always",
    effect: "read",
    about:
      "The whole cart, at most 500 lines. A page of it, or a line without a readable amount and quantity, refuses the cart, because its total would be wrong.",
    answer: CartSchema,
    list: "bare",
  },
  {
    name: "addToCart",
    method: "POST",
    path: "/cart/",
    session: "always",
    effect: "once",
    about: "Adds a line.",
    body: z.strictObject({ cart_items: about(z.array(cartItem), "One line.") }),
    answer: AddedSchema,
    refusals: { 400: "The line is refused." },
  },
  {
    name: "updateCartItem",
    method: "PATCH",
    path: "/cart/",
    session: "always",
    effect: "repeatable",
    about: "Changes a line.",
    body: z.strictObject({ id: Id, ...line }),
    answer: UpdatedSchema,
    refusals: { 404: "There is no such line." },
  },
  {
    name: "removeCartItem",
    method: "DELETE",
    path: "/cart/",
    session: "always",
    effect: "repeatable",
    about: "Removes a line.",
    body: z.strictObject({ id: Id }),
    answer: RemovedSchema,
    mayBeEmpty: true,
    refusals: { 404: "There is no such line." },
  },
  {
    name: "loadCoins",
    method: "POST",
    path: "/load-coin/",
    session: "always",
    effect: "once",
    about: "Redeems a coupon for coins.",
    body: z.strictObject({ coupon_code: text }),
    answer: LoadCoinSchema,
    refusals: { 400: "The code is not good. The same with status 200 and another `status` than success." },
  },
  {
    name: "getCoinHistory",
    method: "GET",
    path: "/coins-history",
    session: "always",
    effect: "read",
    about: "The coins that came and went, newest first. The path ends without a slash.",
    answer: CoinHistorySchema,
    list: "coins",
  },
  {
    name: "getOrderHistory",
    method: "GET",
    path: "/order-history/",
    session: "always",
    effect: "read",
    about: "The shopper's orders with their vouchers, newest first.",
    answer: OrderHistorySchema,
    list: "bare",
  },
  {
    name: "placeOrder",
    method: "POST",
    path: "/place-order/",
    session: "always",
    effect: "repeatable",
    about: "Makes an order of the cart. The same order_number again must answer the same order, not make a second one.",
    body: z.strictObject({
      amount: about(Rupees, "To pay in cash."),
      order_number: about(text, "ORD and 22 digits, made by the storefront once for each checkout."),
      redirect_url: about(text, "Where the payment page leads the shopper afterwards."),
      notify_url: about(text, "Where a gateway reports the payment. The storefront answers 204 and asks the host."),
      coins_used: about(Coins, "amount + coins_used is the cart's total."),
    }),
    answer: PlacedOrderSchema,
    refusals: {
      400: "The order is refused.",
      409: "Cart or balance have changed; amount and coins no longer add up.",
      429: "Too many orders wait; the same one can be sent again.",
    },
  },
  {
    name: "getOrderStatus",
    method: "GET",
    path: "/place-order/",
    session: "always",
    effect: "read",
    about: "How the order stands. Asked every 2 s while the shopper pays, so it should be cheap.",
    query: z.strictObject({
      order_id: orderId,
      decoded_status: about(z.literal("false"), "A fixed word without meaning."),
    }),
    answer: OrderSchema,
    refusals: { 404: "There is no such order, or it is another shopper's." },
  },
  {
    name: "getOrder",
    method: "GET",
    path: "/order-status/",
    session: "always",
    effect: "read",
    about: "The order with its payment links.",
    query: z.strictObject({
      order_id: orderId,
      decode_status: about(z.literal("false"), "A fixed word without meaning."),
    }),
    answer: OrderSchema,
    refusals: { 404: "There is no such order, or it is another shopper's." },
  },
];

/** Calls that a backend may have, as the brand's `features` declare. */
const OPTIONAL: ContractCall[] = [
  {
    name: "forgetPassword",
    method: "POST",
    path: "/user/forgot/",
    session: "never",
    effect: "once",
    feature: "passwordReset",
    about: "Sends a code of 4 characters. An unknown address gets the same answer.",
    body: z.strictObject({ username: about(text, "An e-mail address or a phone number.") }),
    answer: ResetBegunSchema,
  },
  {
    name: "checkResetCode",
    method: "POST",
    path: "/user/verify-otp/",
    session: "never",
    effect: "once",
    feature: "passwordReset",
    about: "Exchanges the code for a token that sets a new password once.",
    body: z.strictObject({ transaction: about(text, "Of the answer to POST /user/forgot/."), code: text }),
    answer: ResetTokenSchema,
    refusals: { 400: "The code is wrong or too old." },
  },
  {
    name: "resetPassword",
    method: "POST",
    path: "/user/reset-password/",
    session: "never",
    effect: "once",
    feature: "passwordReset",
    about: "Sets a new password and ends all sessions of the account.",
    body: z.strictObject({ reset_token: text, password: text }),
    answer: AckSchema,
    mayBeEmpty: true,
    refusals: { 400: "The token is spent or too old, or the password is refused." },
  },
  {
    name: "changePassword",
    method: "POST",
    path: "/user/password/",
    session: "always",
    effect: "once",
    feature: "passwordChange",
    about: "Sets a new password and ends the account's other sessions.",
    body: z.strictObject({ old: text, new: text }),
    answer: AckSchema,
    mayBeEmpty: true,
    refusals: { 400: "The old password is wrong, or the new one is refused." },
  },
  {
    name: "keepLanguage",
    method: "PUT",
    path: "/user/language/",
    session: "always",
    effect: "repeatable",
    feature: "accountLanguage",
    about: "Keeps the language that the shopper has just chosen, for mails and for logins in other browsers.",
    body: z.strictObject({ language: about(text, "The code of a language that the brand offers, such as hi.") }),
    answer: AckSchema,
    mayBeEmpty: true,
    refusals: { 400: "The brand does not offer this language." },
  },
  {
    name: "verifyEmail",
    method: "POST",
    path: "/user/verify-email/",
    session: "if any",
    effect: "once",
    feature: "emailVerification",
    about: "Confirms an address with the token of a mailed link, /verify-email?token=TOKEN.",
    body: z.strictObject({ token: text }),
    answer: VerifiedSchema,
    mayBeEmpty: true,
    refusals: {
      400: "The link is spent or too old.",
      403: "The shopper must sign in to the account first, because it opens by phone; `error` is `sign_in_required`.",
    },
  },
  {
    name: "sendVerification",
    method: "POST",
    path: "/user/verify-email/send/",
    session: "always",
    feature: "emailVerification",
    about: "Sends the link again.",
    effect: "once",
    answer: AckSchema,
    mayBeEmpty: true,
  },
  {
    name: "listSessions",
    method: "GET",
    path: "/user/sessions/",
    session: "always",
    effect: "read",
    feature: "sessions",
    about: "The devices on which the shopper is logged in.",
    answer: SessionsSchema,
    list: "bare",
  },
  {
    name: "endSession",
    method: "DELETE",
    path: "/user/sessions/",
    session: "always",
    effect: "repeatable",
    feature: "sessions",
    about: "Logs one of them out.",
    body: z.strictObject({ id: Id }),
    answer: AckSchema,
    mayBeEmpty: true,
  },
  {
    name: "sendPhoneCode",
    method: "POST",
    path: "/user/phone/code/",
    session: "never",
    effect: "once",
    feature: "phoneSignIn",
    about: "Sends a code of 6 digits to a mobile number. The answer is the same with and without an account.",
    body: z.strictObject({ phone: mobile }),
    answer: PhoneCodeSentSchema,
    refusals: CODE_REFUSALS,
  },
  {
    name: "logInByPhone",
    method: "POST",
    path: "/user/phone/login/",
    session: "never",
    effect: "once",
    feature: "phoneSignIn",
    about:
      "Starts a session with the code. A number without an account gets one, without a name, an address and a password.",
    body: z.strictObject({
      transaction_id: text,
      code: about(text, "Empty with `choice`, once the code was right."),
      choice: about(
        z.enum(["mine", "new"]).optional(),
        "After the refusal `dormant`: the shopper continues the account, or starts a new one with the number.",
      ),
      language: about(
        text.optional(),
        "With the feature `accountLanguage`: the code that the shopper chose in this browser.",
      ),
      whatsapp: about(z.literal(true).optional(), "The shopper agreed to messages by WhatsApp."),
    }),
    answer: PhoneLoginSchema,
    refusals: {
      400: "The code is wrong or has lapsed, or was tried too often; `error` is `wrong_code`, `code_expired` or `too_many_tries`.",
      403: "The account is closed.",
      409: "`error` is `dormant`: the code is right, and nobody has used the account for long. The call is repeated with `choice`.",
    },
  },
  {
    name: "sendPhoneConfirmation",
    method: "POST",
    path: "/user/phone/confirm/send/",
    session: "always",
    effect: "once",
    feature: "phoneSignIn",
    about: "Sends a code to a number that the shopper wants to sign in with.",
    body: z.strictObject({ phone: mobile }),
    answer: PhoneCodeSentSchema,
    refusals: { 403: DEVICE_REFUSAL, ...CODE_REFUSALS },
  },
  {
    name: "confirmPhone",
    method: "POST",
    path: "/user/phone/confirm/",
    session: "always",
    effect: "once",
    feature: "phoneSignIn",
    about: "Makes the number the account's verified phone.",
    body: z.strictObject({ transaction_id: text, code: text }),
    answer: AckSchema,
    refusals: { 400: "As for the login.", 403: DEVICE_REFUSAL, 409: "The number is another account's." },
  },
  {
    name: "addEmail",
    method: "POST",
    path: "/user/email/",
    session: "always",
    effect: "once",
    feature: "phoneSignIn",
    about: "Mails a link that adds the address to an account without one. Nothing changes until the link is opened.",
    body: z.strictObject({ email: text }),
    answer: AckSchema,
    refusals: { 403: DEVICE_REFUSAL, 409: "The account has an address.", 429: "Too many mails for one day." },
  },
  {
    name: "logOut",
    method: "POST",
    path: "/user/logout/",
    session: "always",
    effect: "repeatable",
    feature: "logout",
    about: "Ends the session. The storefront waits for at most 1 s.",
    body: z.strictObject({ refresh_token: text }),
    answer: AckSchema,
    mayBeEmpty: true,
  },
  {
    name: "sendMessage",
    method: "POST",
    path: "/contact/",
    session: "never",
    effect: "once",
    feature: "contact",
    about: "A message of the contact page, or an enquiry about many cards.",
    body: z.strictObject({
      name: text,
      email: text,
      message: text,
      topic: about(z.literal("bulk").optional(), "Only with an enquiry."),
      organization: about(text.optional(), "Only with an enquiry."),
      quantity: about(z.int().min(1).optional(), "Only with an enquiry: how many cards."),
    }),
    answer: AckSchema,
    mayBeEmpty: true,
  },
  {
    name: "viewGift",
    method: "POST",
    path: "/gift/view/",
    session: "never",
    effect: "read",
    feature: "gift",
    about: "What a link, /gift?TOKEN, is for. Without codes.",
    body: z.strictObject({ token: text }),
    answer: SentGiftSchema,
    refusals: { 404: "There is no such gift." },
  },
  {
    name: "openGift",
    method: "POST",
    path: "/gift/open/",
    session: "never",
    effect: "repeatable",
    feature: "gift",
    about: "The codes of a gift, for the person who has the link.",
    body: z.strictObject({ token: text }),
    answer: GiftVouchersSchema,
    refusals: { 404: "There is no such gift.", 409: "Its payment is disputed. The body's text is shown." },
  },
  {
    name: "sendGiftAgain",
    method: "POST",
    path: "/gift/send/",
    session: "always",
    effect: "once",
    feature: "gift",
    about: "Sends a gift of the shopper again, to another address or number if there is one.",
    body: z.strictObject({
      id: text,
      recipient_email: about(text, "Empty: the address as before; with recipient_phone: none."),
      recipient_phone: about(
        text.optional(),
        "With the feature `giftByPhone`: ten digits, or empty for none; absent: as before.",
      ),
    }),
    answer: AckSchema,
    mayBeEmpty: true,
  },
  {
    name: "verifyCoupon",
    method: "POST",
    path: "/load-coin/verify/",
    session: "always",
    effect: "read",
    feature: "verifyCoupon",
    about: "Whether a coupon is good, without redeeming it.",
    body: z.strictObject({ coupon_code: text }),
    answer: LoadCoinSchema,
    refusals: { 400: "The code is not good." },
  },
  {
    name: "acceptTerms",
    method: "POST",
    path: "/order-terms/",
    session: "always",
    effect: "repeatable",
    feature: "acceptedTerms",
    about: "Records which terms the shopper accepts. The storefront waits for 1 s.",
    body: z.strictObject({ order_id: orderId, version: text }),
    answer: AckSchema,
    mayBeEmpty: true,
  },
  {
    name: "payAgain",
    method: "POST",
    path: "/order-payment/",
    session: "always",
    effect: "repeatable",
    feature: "payAgain",
    about: "Opens another attempt to pay an order whose payment was declined. Repeated, it answers the open attempt.",
    body: z.strictObject({ order_id: orderId }),
    answer: PlacedOrderSchema,
    refusals: { 404: "There is no such order, or it is another shopper's.", 409: "The order is over." },
  },
  {
    name: "getReceipt",
    method: "GET",
    path: "/order-receipt/",
    session: "always",
    effect: "read",
    feature: "receipts",
    about: "The receipt of a paid order.",
    query: z.strictObject({ order_id: orderId }),
    answer: ReceiptSchema,
    refusals: { 404: "The order is not paid." },
  },
  {
    name: "markVoucher",
    method: "PATCH",
    path: "/vouchers/",
    session: "always",
    effect: "repeatable",
    feature: "usedVouchers",
    about: "Notes that a voucher is used, or that it is not.",
    body: z.strictObject({ id: Id, is_used: z.boolean() }),
    answer: AckSchema,
    mayBeEmpty: true,
  },
  {
    name: "listStockNotices",
    method: "GET",
    path: "/stock-notice/",
    session: "always",
    effect: "read",
    feature: "stockNotice",
    about: "The cards that the shopper waits for.",
    answer: StockNoticesSchema,
    list: "bare",
  },
  {
    name: "askForStockNotice",
    method: "POST",
    path: "/stock-notice/",
    session: "always",
    effect: "repeatable",
    feature: "stockNotice",
    about: "Sends a mail when the card is back.",
    body: z.strictObject({ product_id: Id, denomination: Rupees }),
    answer: AckSchema,
    mayBeEmpty: true,
  },
  {
    name: "forgetStockNotice",
    method: "DELETE",
    path: "/stock-notice/",
    session: "always",
    feature: "stockNotice",
    about: "Sends no mail after all.",
    effect: "repeatable",
    body: z.strictObject({ product_id: Id, denomination: Rupees }),
    answer: AckSchema,
    mayBeEmpty: true,
  },
];

export const CONTRACT: ContractCall[] = [...CORE, ...OPTIONAL];
