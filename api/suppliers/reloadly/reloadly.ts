import { DAY_MS } from "../../domain/days.ts";
import { parseWireRupees, toRupees } from "../../domain/pricing.ts";
import { Unreachable } from "../../ports/unreachable.ts";
import type { SupplyOrder, SupplyView, VoucherSupplier } from "../../ports/voucher-supplier.ts";
import { callRemote, type RemoteAnswer } from "../../remote/call-remote.ts";
import { createAccessToken } from "../adapter/access-token.ts";
import { readAnswer, refused, tryToRead, UNKNOWN, working } from "../adapter/answers.ts";
import { reasonOf } from "../adapter/reason-of.ts";
import type { SupplierOptions } from "../adapter/supplier-options.ts";
import {
  BalanceAnswer,
  CardsAnswer,
  ErrorAnswer,
  ProductsAnswer,
  TokenAnswer,
  toProduct,
  Transaction,
  TransactionsAnswer,
} from "./reloadly-wire.ts";

const SERVICE = { live: "https://giftcards.reloadly.com", test: "https://giftcards-sandbox.reloadly.com" };
const LOGIN = "https://auth.reloadly.com";
const ACCEPT = "application/com.reloadly.giftcards-v1+json";
/** Only this version of the cards' answer has the redemption URL, which is the whole code of some brands. */
const ACCEPT_CARDS = "application/com.reloadly.giftcards-v2+json";
/** The reports of Reloadly name no time zone. */
const ZONE_MS = DAY_MS;
const IN_A_PAGE = 200;
const MOST_PAGES = 50;
const MOST_CARDS = 10;

/** Reloadly gift cards: github.com/Reloadly/reloadly-api-documentation. */
export function createReloadly({ name, settings, secrets, clock }: SupplierOptions<"reloadly">): VoucherSupplier {
  const audience = SERVICE[settings.environment];
  const base = settings.url ?? audience;
  const failure = ({ status }: RemoteAnswer) => new Unreachable(`${name} answered ${status}`);

  const token = createAccessToken({
    now: () => clock.now(),
    async fetchToken() {
      const credentials = {
        client_id: secrets.read("CLIENT_ID")[0]!,
        client_secret: secrets.read("CLIENT_SECRET")[0]!,
      };
      const answer = await callRemote({
        ...{ name, method: "POST", url: `${settings.url ?? LOGIN}/oauth/token` },
        headers: { "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify({ ...credentials, grant_type: "client_credentials", audience }),
      });
      if (answer.status !== 200) throw new Unreachable(`${name} refuses the credentials (${answer.status})`);
      const { access_token, expires_in } = readAnswer(name, TokenAnswer, answer);
      return { token: access_token, expiresAt: clock.now() + expires_in * 1_000 };
    },
  });

  const call = (method: "GET" | "POST", path: string, json?: object, accept = ACCEPT) =>
    token.use((bearer) =>
      callRemote({
        ...{ name, method, url: `${base}${path}` },
        headers: {
          accept,
          authorization: `Bearer ${bearer}`,
          ...(json !== undefined && { "content-type": "application/json" }),
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      }),
    );

  async function get(path: string) {
    const answer = await call("GET", path);
    if (answer.status !== 200) throw failure(answer);
    return answer;
  }

  /** Reloadly charges for all cards at once, so a successful order with fewer of them still waits for the rest. */
  async function toView(transaction: ReturnType<typeof Transaction.parse>, quantity: number): Promise<SupplyView> {
    const { transactionId, status, amount, currencyCode } = transaction;
    const state = status.toUpperCase();
    if (state === "FAILED" || state === "REFUNDED") return refused("rejected", transactionId);
    if (state !== "SUCCESSFUL") return working(transactionId);
    const path = `/orders/transactions/${encodeURIComponent(transactionId)}/cards`;
    const answer = await call("GET", path, undefined, ACCEPT_CARDS);
    if (answer.status !== 200) return working(transactionId); // bought: the cards are requested again later
    const cost = currencyCode === "INR" && amount !== null ? (parseWireRupees(amount) ?? null) : null;
    const cards = readAnswer(name, CardsAnswer, answer);
    const isWhole = cards.length >= quantity;
    return { state: isWhole ? "complete" : "working", supplierRef: transactionId, cards, reason: null, cost };
  }

  /**
   * Finds an order by Reloadly's id if it is known. Otherwise it searches the account's transactions of the possible days,
   * because Reloadly has no query by our id.
   */
  async function find(order: SupplyOrder, supplierRef: string | null): Promise<SupplyView> {
    if (supplierRef !== null) {
      const answer = await get(`/reports/transactions/${encodeURIComponent(supplierRef)}`);
      return toView(readAnswer(name, Transaction, answer), order.quantity);
    }
    const [startDate, endDate] = [toDate(order.placedFrom - ZONE_MS), toDate(order.placedUntil + ZONE_MS)];
    let [before, page] = ["", 1];
    for (; page <= MOST_PAGES; page++) {
      const query = new URLSearchParams({ startDate, endDate, page: String(page), size: String(IN_A_PAGE) });
      const { content, last } = readAnswer(name, TransactionsAnswer, await get(`/reports/transactions?${query}`));
      const own = content.find(({ customIdentifier }) => customIdentifier === order.ref);
      if (own !== undefined) return toView(own, order.quantity);
      // A page may be smaller than requested. If the answer does not mark the end, only an empty or a repeated page is the end.
      const ids = content.map(({ transactionId }) => transactionId).join();
      if (last === true || content.length === 0 || (last == null && ids === before)) return UNKNOWN;
      before = ids;
    }
    throw new Unreachable(`${name} has more transactions than can be looked through`);
  }

  return {
    kind: "reloadly",
    mostCards: MOST_CARDS,
    find,

    async place(order) {
      const { ref, sku, faceValue, quantity } = order;
      const answer = await call("POST", "/orders", {
        ...{ productId: Number(sku), countryCode: "IN", quantity, unitPrice: toRupees(faceValue) },
        // The shop fetches the cards by a call; with a recipient, Reloadly would mail them.
        ...{ customIdentifier: ref, senderName: settings.senderName, recipientEmail: settings.recipientEmail },
      });
      if (answer.status >= 200 && answer.status < 300) return toView(readAnswer(name, Transaction, answer), quantity);
      const isRefusal = answer.status >= 400 && answer.status < 500 && ![401, 403, 408, 429].includes(answer.status);
      const error = isRefusal ? tryToRead(ErrorAnswer, answer.text) : undefined;
      if (error === undefined) throw failure(answer);
      // The reason of the refusal may be a repeated identifier, so it counts only if Reloadly has no such order.
      const found = await find(order, null);
      if (found.state !== "unknown") return found;
      const words = `${error.errorCode ?? ""} ${error.message ?? ""}`;
      // The order exists, and the reports do not show it yet.
      if (/custom.?identifier/i.test(words)) throw failure(answer);
      return refused(reasonOf(words));
    },

    async listProducts(cursor) {
      const page = Number(cursor ?? "1");
      const answer = await get(`/products?page=${page}&size=${IN_A_PAGE}&countryCode=IN`);
      const { content, last } = readAnswer(name, ProductsAnswer, answer);
      const isLast = last ?? content.length < IN_A_PAGE;
      return { products: content.map(toProduct), next: isLast ? null : String(page + 1) };
    },

    /** Null for an account in another currency, whose balance cannot be compared with the brand's limit. */
    async readFloat() {
      const { balance, currencyCode } = readAnswer(name, BalanceAnswer, await get("/accounts/balance"));
      if (currencyCode !== "INR") return null;
      // Three decimals and more are cut off.
      return parseWireRupees(balance.replace(/(\.\d{2})\d+$/, "$1")) ?? null;
    },

    async check() {
      const { balance, currencyCode } = readAnswer(name, BalanceAnswer, await get("/accounts/balance"));
      const ok = { level: "ok", text: `${name} accepts the credentials` } as const;
      if (currencyCode === "INR") return [ok];
      const text = `${name} is an account in ${currencyCode} (${balance}): check what a card costs, and watch the balance there`;
      return [ok, { level: "warning", text }];
    },
  };
}

/** The form in the vendor's samples, such as 2026-11-22 00:00:00. */
const toDate = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace("T", " ");
