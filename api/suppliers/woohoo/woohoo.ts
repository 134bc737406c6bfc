import { DAY_MS } from "../../domain/days.ts";
import { toRupees } from "../../domain/pricing.ts";
import { Unreachable } from "../../ports/unreachable.ts";
import type { SuppliedCard, SupplyOrder, SupplyView, VoucherSupplier } from "../../ports/voucher-supplier.ts";
import { callRemote, type RemoteAnswer } from "../../remote/call-remote.ts";
import { createAccessToken } from "../adapter/access-token.ts";
import { readAnswer, refused, tryToRead, UNKNOWN, working } from "../adapter/answers.ts";
import { reasonOf } from "../adapter/reason-of.ts";
import type { SupplierOptions } from "../adapter/supplier-options.ts";
import { isSignedAnswer, signWoohoo, toSortedJson } from "./woohoo-signature.ts";
import {
  CardsAnswer,
  CategoriesAnswer,
  CodeForToken,
  DUPLICATE_REFNO,
  ErrorAnswer,
  OrderAnswer,
  ProductAnswer,
  ProductsAnswer,
  readSvcBalance,
  TokenAnswer,
  toProduct,
} from "./woohoo-wire.ts";

const SANDBOX = "https://sandbox.woohoo.in";
/** A token lasts about a week; the answer does not say. */
const TOKEN_MS = 6 * DAY_MS;
const RUPEE = 356;
const CARDS_IN_A_PAGE = 50;
const PRODUCTS_IN_A_PAGE = 20;
const MOST_CARDS = 20;

/** Woohoo by Qwikcilver (Pine Labs), REST v3: developers.woohoo.in. */
export function createWoohoo({ name, settings, secrets, clock }: SupplierOptions<"woohoo">): VoucherSupplier {
  const base = settings.url ?? SANDBOX;
  const toRefno = (ref: string) => (settings.refnoPrefix === undefined ? ref : `${settings.refnoPrefix}_${ref}`);
  const secret = () => secrets.read("CLIENT_SECRET")[0]!;
  const failure = ({ status }: RemoteAnswer) => new Unreachable(`${name} answered ${status}`);

  async function logIn(path: string, json: object): Promise<RemoteAnswer> {
    const headers = { "content-type": "application/json", accept: "application/json" };
    const answer = await callRemote({
      name,
      method: "POST",
      url: `${base}${path}`,
      headers,
      body: JSON.stringify(json),
    });
    if (answer.status !== 200) throw new Unreachable(`${name} refuses the credentials (${answer.status})`);
    return answer;
  }

  const token = createAccessToken({
    now: () => clock.now(),
    async fetchToken() {
      const read = (field: string) => secrets.read(field)[0]!;
      const clientId = read("CLIENT_ID");
      const login = { clientId, username: read("USERNAME"), password: read("PASSWORD") };
      const { authorizationCode } = readAnswer(name, CodeForToken, await logIn("/oauth2/verify", login));
      const exchange = { clientId, clientSecret: secret(), authorizationCode };
      const { token } = readAnswer(name, TokenAnswer, await logIn("/oauth2/token", exchange));
      return { token, expiresAt: clock.now() + TOKEN_MS };
    },
  });

  /** @throws Unreachable also for a good answer that Woohoo did not sign */
  async function call(method: "GET" | "POST", path: string, json?: object): Promise<RemoteAnswer> {
    const url = `${base}${path}`;
    const body = json === undefined ? undefined : toSortedJson(json);
    const signed = { method, url, ...(body !== undefined && { body }) };
    const answer = await token.use((bearer) => {
      const headers = {
        accept: "*/*",
        authorization: `Bearer ${bearer}`,
        dateAtClient: new Date(clock.now()).toISOString(),
        signature: signWoohoo(secret(), signed),
        ...(body !== undefined && { "content-type": "application/json" }),
      };
      return callRemote({ name, method, url, headers, ...(body !== undefined && { body }) });
    });
    const isGood = answer.status >= 200 && answer.status < 300;
    if (isGood && !isSignedAnswer(secret(), signed, answer.text, answer.headers.signature))
      throw new Unreachable(`${name} answered without a valid signature`);
    return answer;
  }

  /** Their code of an error; undefined for an answer that is not Woohoo's own, such as a proxy's. */
  const readError = ({ status, text }: RemoteAnswer) =>
    status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status) ? tryToRead(ErrorAnswer, text) : undefined;
  const errorCode = (answer: RemoteAnswer) => readError(answer)?.code;

  async function find({ ref, quantity }: SupplyOrder): Promise<SupplyView> {
    const answer = await call("GET", `/rest/v3/order/${toRefno(ref)}/status`);
    // Another refusal, such as of our signature, says nothing about the order.
    if (answer.status === 404 && errorCode(answer) !== undefined) return UNKNOWN;
    if (answer.status !== 200) throw failure(answer);
    const order = readAnswer(name, OrderAnswer, answer);
    const supplierRef = order.orderId;
    if (/^cancell?ed$/i.test(order.status)) return refused("rejected", supplierRef);
    if (order.status.toUpperCase() !== "COMPLETE") return working(supplierRef);
    if (supplierRef === null) throw new Unreachable(`${name} completed an order without an id`);
    const cards = await listCards(supplierRef, quantity);
    return toView(supplierRef, cards, quantity);
  }

  /** Woohoo charges for all cards at once, so a complete order with fewer of them is still waited for. */
  function toView(supplierRef: string | null, cards: SuppliedCard[], quantity: number): SupplyView {
    return { ...working(supplierRef), state: cards.length < quantity ? "working" : "complete", cards };
  }

  async function listCards(orderId: string, quantity: number): Promise<SuppliedCard[]> {
    const cards: SuppliedCard[] = [];
    for (;;) {
      const query = `?offset=${cards.length}&limit=${CARDS_IN_A_PAGE}`;
      const answer = await call("GET", `/rest/v3/order/${encodeURIComponent(orderId)}/cards/${query}`);
      if (answer.status !== 200) throw failure(answer);
      const page = readAnswer(name, CardsAnswer, answer);
      cards.push(...page.cards);
      if (page.cards.length === 0 || cards.length >= (page.total ?? quantity)) return cards;
    }
  }

  async function readProduct(sku: string) {
    const answer = await call("GET", `/rest/v3/catalog/products/${encodeURIComponent(sku)}`);
    if (errorCode(answer) !== undefined) return undefined;
    if (answer.status !== 200) throw failure(answer);
    return toProduct(readAnswer(name, ProductAnswer, answer));
  }

  async function readCategories(): Promise<string[]> {
    const answer = await call("GET", "/rest/v3/catalog/categories");
    if (answer.status !== 200) throw failure(answer);
    return readAnswer(name, CategoriesAnswer, answer).map(({ id }) => id);
  }

  return {
    kind: "woohoo",
    mostCards: MOST_CARDS,
    find,

    async place(order) {
      const { ref, sku, faceValue, quantity } = order;
      const { billing } = settings;
      // The vendor's two samples encode these marks in two ways, so a body must not hold them.
      const address = Object.fromEntries(
        Object.entries({ ...billing, country: "IN" }).map(([field, text]) => [field, text?.replace(/[!'()*]/g, " ")]),
      );
      const answer = await call("POST", "/rest/v3/orders", {
        billing: address,
        address: { ...address, billToThis: true },
        payments: [{ code: "svc", amount: toRupees(faceValue * quantity) }],
        refno: toRefno(ref),
        products: [{ sku, price: toRupees(faceValue), qty: quantity, currency: RUPEE, giftMessage: "", theme: "" }],
      });
      const error = readError(answer);
      if (error?.code === DUPLICATE_REFNO) return find(order);
      // A refusal is believed once Woohoo does not know the order either.
      if (error !== undefined) {
        const found = await find(order);
        return found.state === "unknown" ? refused(reasonOf(error.message ?? "")) : found;
      }
      if (answer.status < 200 || answer.status > 299) throw failure(answer);
      const placed = readAnswer(name, OrderAnswer, answer);
      const supplierRef = placed.orderId;
      const balance = readSvcBalance(placed);
      const known = balance === undefined ? {} : { balance };
      if (/^cancell?ed$/i.test(placed.status)) return { ...refused("rejected", supplierRef), ...known };
      if (placed.status.toUpperCase() !== "COMPLETE") return { ...working(supplierRef), ...known };
      // Cards that are not in the answer come by another call.
      return { ...toView(supplierRef, placed.cards ?? [], quantity), ...known };
    },

    /** A cursor is the categories that are left and the offset in the first, such as `121,122/20`. */
    async listProducts(cursor) {
      const [left, from] = cursor?.split("/") ?? [(await readCategories()).join(","), "0"];
      const [category, ...others] = left!.split(",");
      const offset = Number(from);
      const query = `?limit=${PRODUCTS_IN_A_PAGE}&offset=${offset}`;
      const path = `/rest/v3/catalog/categories/${encodeURIComponent(category!)}/products${query}`;
      const answer = await call("GET", path);
      if (answer.status !== 200) throw failure(answer);
      const items = readAnswer(name, ProductsAnswer, answer).products;
      const products = [];
      for (const item of items) products.push(toProduct(item) ?? (await readProduct(item.sku)));
      const next =
        items.length === PRODUCTS_IN_A_PAGE
          ? `${left}/${offset + PRODUCTS_IN_A_PAGE}`
          : others.length > 0
            ? `${others.join(",")}/0`
            : null;
      return { products: products.filter((product) => product !== undefined), next };
    },

    /** The answers to orders have the balance. There is a call for it, whose answer no public document describes (docs/suppliers/woohoo.md). */
    readFloat: async () => null,

    async check() {
      const answer = await call("GET", "/rest/v3/catalog/categories");
      if (answer.status === 403)
        return [{ level: "error", text: `${name} answered 403: ask Woohoo to allow this server's address` }];
      if (answer.status !== 200)
        return [{ level: "error", text: `${name} refuses the token or the signature (${answer.status})` }];
      return [{ level: "ok", text: `${name} accepts the credentials and the signature` }];
    },
  };
}
