import { FormData } from "undici";
import type { z } from "zod";
import { MUTATION_DEADLINE_MS, OPTIONAL_DEADLINE_MS, PAGE_SIZE, PLACEHOLDER_PHONE } from "#app/constants.ts";
import { createAccountCalls, type Transmit } from "./account-calls.server.ts";
import { createDeviceCalls } from "./device-calls.server.ts";
import { isExtension } from "./extensions.ts";
import { createGiftCalls, toWireGift } from "./gift-calls.server.ts";
import type { Caller, CommerceHost } from "./backend.server.ts";
import { toRupees } from "./money.ts";
import { endSession, refreshTokens } from "./refresh.server.ts";
import { fail, failWithStatus, succeed, type Result } from "./result.ts";
import * as schemas from "./schemas.ts";
import { createStockCalls } from "./stock-calls.server.ts";
import type { Call } from "./transport.server.ts";
import type {
  Gift,
  LoadedCoins,
  Product,
  ProductList,
  ProductQuery,
  Profile,
  Refreshed,
  Tokens,
  User,
} from "./types.ts";

/** What the client reads and changes of a shopper's session (app/session/session.server.ts). */
type ShopperSession = {
  readonly tokens: Tokens | null;
  readonly device: string | null;
  readonly isSignedIn: boolean;
  /** Whether the answer's cookies have been written: tokens can no longer be changed. */
  readonly isSealed: boolean;
  signIn(tokens: Tokens): void;
  signOut(): void;
  expire(): void;
  forgetTokens(): void;
  setDevice(token: string): void;
};

type ClientOptions = { host: CommerceHost; session: ShopperSession; caller: Caller; signal?: AbortSignal };

/**
 * The calls of docs/commerce-api.md for one request: typed, with the session's bearer, one refresh and one repetition
 * on 401. Answers are values (Result); money is integer paise, coins integer hundredths.
 */
export function createCommerceClient({ host, session, caller, signal }: ClientOptions) {
  const common = { headers: host.headersFor(caller) };
  let cart: Promise<Result<z.output<typeof schemas.CartSchema>>> | null = null;

  async function send(call: Call): Promise<Result<unknown>> {
    // A change that has begun is not taken back because the shopper closed the page.
    const lifetime = call.method === "GET" ? { signal } : { deadlineMs: MUTATION_DEADLINE_MS };
    return host.send({ ...common, ...lifetime, ...call });
  }

  /**
   * For the calls by which the embedded API knows the browser again, and may give it a token for that. No other host hears
   * of it.
   */
  async function sendFromDevice(call: Call): Promise<Result<unknown>> {
    if (!host.isEmbedded) return send(call);
    const device: Record<string, string> = session.device ? { "x-awning-device": session.device } : {};
    const answer = await send({ ...call, headers: { ...common.headers, ...device } });
    const token = answer.ok ? schemas.DeviceTokenSchema.parse(answer.value) : null;
    if (token) session.setDevice(token);
    return answer;
  }

  /**
   * A GET that all tabs of a session make again and again: those who ask while it is under way share one call. None of
   * them can end it, and whoever has another token has another call.
   */
  function sendShared(call: Call): Promise<Result<unknown>> {
    const key = `${call.accessToken} ${call.path}?${call.query}`;
    const flight = host.flights.get(key) ?? host.send({ ...common, ...call }).finally(() => host.flights.delete(key));
    host.flights.set(key, flight);
    return flight;
  }

  /**
   * Sends with the session's token; on 401 refreshes once and repeats once (docs/product.md, 5.6). What is optional at
   * another host signs nobody out: its 401 is an answer like any other, as hosts give it for paths that they do not know.
   */
  async function sendSigned(call: Call, transmit = send): Promise<Result<unknown>> {
    const { tokens } = session;
    const startedAt = Date.now();
    const answer = await transmit({ ...call, accessToken: tokens?.accessToken });
    if (!isRefused(answer) || tokens === null || (isExtension(call) && !host.isEmbedded)) return answer;

    // Once the headers are out no cookie can be set: a deferred call shows its failure instead.
    if (session.isSealed) return fail({ kind: "refresh-failed" });
    const refreshed = await refreshSession(tokens);
    if (!refreshed.ok) return refreshed;
    const repeated = await transmit({ ...call, accessToken: refreshed.value.accessToken });
    if (!isRefused(repeated)) return repeated;
    // Tokens that another request got some time ago may have lapsed since; that says nothing about the session.
    if (refreshed.value.at < startedAt) return fail({ kind: "refresh-failed" });
    session.expire();
    return fail({ kind: "signed-out", reason: "refused" });
  }

  /** In place of `tokens`, which were sent and refused: the session may hold newer ones already. */
  async function refreshSession({ accessToken, refreshToken }: Tokens): Promise<Result<Refreshed>> {
    if (!refreshToken) {
      session.expire();
      return fail({ kind: "signed-out", reason: "no-refresh-token" });
    }
    const refreshed = await refreshTokens(host, { accessToken, refreshToken });
    if (refreshed.ok) session.signIn(refreshed.value);
    else if (refreshed.error.kind === "signed-out") {
      if (refreshed.error.reason === "logged-out") session.forgetTokens();
      else session.expire();
    }
    return refreshed;
  }

  async function endAtHost() {
    const { tokens } = session;
    if (!tokens?.refreshToken) return;
    const body = { refresh_token: await endSession(host, tokens.refreshToken) };
    const { accessToken } = tokens;
    await send({ method: "POST", path: "/user/logout/", body, accessToken, deadlineMs: OPTIONAL_DEADLINE_MS });
  }

  async function ask<Schema extends z.ZodType>(
    call: Call,
    schema: Schema,
    transmit: Transmit = sendSigned,
  ): Promise<Result<z.output<Schema>>> {
    const answer = await transmit(call);
    if (!answer.ok) return answer;
    const parsed = schema.safeParse(answer.value);
    return parsed.success ? succeed(parsed.data) : fail({ kind: "shape" });
  }

  /** What somebody who is signed in sees at another host may be theirs alone; all else is one list for everybody. */
  async function askProducts(path: string, query: URLSearchParams): Promise<Result<ProductList>> {
    const isShared = !session.isSignedIn || host.isEmbedded;
    const call: Call = { method: "GET", path, query };
    const answer = await (isShared ? host.getSharedList(call) : ask(call, schemas.ProductListSchema));
    if (answer.ok) remember(answer.value.products);
    return answer;
  }

  function remember(products: Product[]) {
    for (const product of products) host.seenProducts.set(product.id, product);
  }

  return {
    ...createAccountCalls({ ask, send, sendFromDevice }),
    ...createDeviceCalls({ ask, sendSignedFromDevice: (call) => sendSigned(call, sendFromDevice) }),
    ...createGiftCalls({ ask, send }),
    ...createStockCalls(ask, toWireId),

    getHome: host.getHome,
    getConfiguration: host.getConfiguration,

    /** A page of products; the price sorts use products/sort/, the rest /products/. */
    listProducts(query: ProductQuery, perPage = PAGE_SIZE) {
      const search = new URLSearchParams();
      const isSorted = query.sort !== "recommended";
      if (isSorted) search.set("sort", query.sort === "price_high_low" ? "desc" : "asc");
      if (query.category) search.set("category", query.category);
      if (isSorted) for (const id of query.subcategories) search.append("subcategories[]", id);
      else if (query.subcategories.length > 0) search.set("subcategories", query.subcategories.join(","));
      search.set("page", String(query.page));
      search.set("perPage", String(perPage));
      if (query.priceMin !== undefined) search.set("price_min", String(toRupees(query.priceMin)));
      if (query.priceMax !== undefined) search.set("price_max", String(toRupees(query.priceMax)));
      return askProducts(isSorted ? "/products/sort/" : "/products/", search);
    },

    async search(words: string) {
      const query = new URLSearchParams({ q: words });
      const answer = await ask({ method: "GET", path: "/search/", query }, schemas.SearchSchema);
      if (answer.ok) remember(answer.value);
      return answer;
    },

    /** One product, where the tenant's host has `features.productById`. */
    async getProductById(id: string) {
      const query = new URLSearchParams({ id });
      const answer = await ask({ method: "GET", path: "/products/", query }, schemas.ProductListSchema);
      if (answer.ok) return succeed(answer.value.products.find((product) => product.id === id) ?? null);
      // What the host cannot even read as an id is no product's.
      const isNoId = answer.error.kind === "status" && [400, 404, 422].includes(answer.error.status);
      return isNoId ? succeed(null) : answer;
    },

    findSeenProduct: (id: string) => host.seenProducts.get(id),

    logIn(username: string, password: string) {
      const body = { username, password, grant_type: "password" };
      return ask({ method: "POST", path: "/user/login/", body }, schemas.LoginSchema, sendFromDevice);
    },

    signUp(form: { username: string; email: string; password: string }) {
      const body = { ...form, phone: PLACEHOLDER_PHONE };
      return ask({ method: "POST", path: "/user/signup/", body }, schemas.SignupSchema, sendFromDevice);
    },

    /** Ends the session here, and at the host where it has the call. */
    async logOut() {
      await endAtHost();
      session.signOut();
    },

    /** Before the tokens of a login are kept: ends the session that the browser had. The login stands if that fails. */
    endFormerSession: endAtHost,

    /** An e-mail address counts as proven where the host cannot have it proven. */
    async getUser(): Promise<Result<User>> {
      const user = await ask({ method: "GET", path: "/user-data/" }, schemas.UserSchema);
      return user.ok && !host.tenant.features.emailVerification
        ? succeed({ ...user.value, isEmailVerified: true })
        : user;
    },

    /** Loaders of one page ask for it together, and share the call. */
    getCart() {
      cart ??= ask({ method: "GET", path: "/cart/" }, schemas.CartSchema).finally(() => {
        cart = null;
      });
      return cart;
    },

    /** A gift goes along only to a host that has `features.gift`. */
    addToCart(item: { productId: string; quantity: number; denomination: number; gift?: Gift | null }) {
      const gift = host.tenant.features.gift && item.gift ? { gift: toWireGift(item.gift) } : {};
      const body = { cart_items: [{ product_id: toWireId(item.productId), ...toWireLine(item), ...gift }] };
      return ask({ method: "POST", path: "/cart/", body }, schemas.AddedSchema);
    },

    updateCartItem(item: { id: string; quantity: number; denomination: number }) {
      const body = { id: toWireId(item.id), ...toWireLine(item) };
      return ask({ method: "PATCH", path: "/cart/", body }, schemas.UpdatedSchema);
    },

    removeCartItem(id: string) {
      return ask({ method: "DELETE", path: "/cart/", body: { id: toWireId(id) } }, schemas.RemovedSchema);
    },

    getProfile: () => ask({ method: "GET", path: "/edit-profile/" }, schemas.ProfileSchema),

    /** A multipart PUT of every field; only what the shopper may change differs from what was read. */
    updateProfile(profile: Profile) {
      const body = new FormData();
      body.set("username", profile.username);
      body.set("email", profile.email);
      body.set("phone", profile.phone);
      body.set("address_line1", profile.addressLine1);
      body.set("address_line2", profile.addressLine2);
      body.set("country", profile.country);
      return ask({ method: "PUT", path: "/edit-profile/", body }, schemas.UpdatedSchema);
    },

    async loadCoins(couponCode: string): Promise<Result<LoadedCoins>> {
      return toLoaded(
        await ask({ method: "POST", path: "/load-coin/", body: { coupon_code: couponCode } }, schemas.LoadCoinSchema),
      );
    },

    /** Ours: whether a code is good, without spending it. */
    async verifyCoupon(couponCode: string): Promise<Result<LoadedCoins>> {
      const call: Call = { method: "POST", path: "/load-coin/verify/", body: { coupon_code: couponCode } };
      return toLoaded(await ask(call, schemas.LoadCoinSchema));
    },

    getOrderHistory: () => ask({ method: "GET", path: "/order-history/" }, schemas.OrderHistorySchema),

    /** Ours: the shopper notes that a voucher is used, or that it is not. */
    markVoucher: (id: string, isUsed: boolean) =>
      ask({ method: "PATCH", path: "/vouchers/", body: { id: toWireId(id), is_used: isUsed } }, schemas.AckSchema),

    getCoinHistory: () => ask({ method: "GET", path: "/coins-history" }, schemas.CoinHistorySchema),

    placeOrder(order: {
      amount: number;
      coinsUsed: number;
      orderNumber: string;
      redirectUrl: string;
      notifyUrl: string;
    }) {
      const body = {
        amount: toRupees(order.amount),
        order_number: order.orderNumber,
        redirect_url: order.redirectUrl,
        notify_url: order.notifyUrl,
        coins_used: toRupees(order.coinsUsed),
      };
      return ask({ method: "POST", path: "/place-order/", body }, schemas.PlacedOrderSchema);
    },

    /** The light status that is polled, by many tabs at once. `decoded_status` is a fixed word and never a claim. */
    getOrderStatus(orderId: string) {
      const query = new URLSearchParams({ order_id: orderId, decoded_status: "false" });
      const transmit = (call: Call) => sendSigned(call, sendShared);
      return ask({ method: "GET", path: "/place-order/", query }, schemas.OrderSchema, transmit);
    },

    /** The order with its payment links. */
    getOrder(orderId: string) {
      const query = new URLSearchParams({ order_id: orderId, decode_status: "false" });
      return ask({ method: "GET", path: "/order-status/", query }, schemas.OrderSchema);
    },

    /** Ours: the receipt of a paid order; 404 for any other, and where the host has none. */
    getReceipt(orderId: string) {
      const query = new URLSearchParams({ order_id: orderId });
      return ask({ method: "GET", path: "/order-receipt/", query }, schemas.ReceiptSchema);
    },

    /** Ours: the version of the terms that the shopper accepts for an order. */
    acceptTerms(orderId: string, version: string) {
      const body = { order_id: orderId, version };
      const call: Call = { method: "POST", path: "/order-terms/", body, deadlineMs: OPTIONAL_DEADLINE_MS };
      return ask(call, schemas.AckSchema);
    },

    updateUser(user: { username: string; email: string; emailNew: string; phone: string }) {
      const body = { username: user.username, email: user.email, email_new: user.emailNew, phone: user.phone };
      const call: Call = { method: "PATCH", path: "/user/update/", body };
      return ask(call, schemas.UpdatedSchema, host.tenant.api.userUpdateAuth === "omit" ? send : sendSigned);
    },
  };
}

const isRefused = (answer: Result<unknown>) =>
  !answer.ok && answer.error.kind === "status" && answer.error.status === 401;

export type CommerceClient = ReturnType<typeof createCommerceClient>;

/** Hosts number their rows or name them: an id that is a plain integer goes back as the number it came as. */
const toWireId = (id: string) => (/^(0|[1-9]\d{0,14})$/.test(id) ? Number(id) : id);

const toWireLine = ({ quantity, denomination }: { quantity: number; denomination: number }) => ({
  quantity,
  to_pay: toRupees(denomination * quantity),
  selectedDenomination: toRupees(denomination),
});

function toLoaded(answer: Result<z.output<typeof schemas.LoadCoinSchema>>): Result<LoadedCoins> {
  if (!answer.ok || answer.value.isSuccess) return answer;
  return failWithStatus(200, answer.value.message || null);
}
