import type { z } from "zod";

import { Unreachable } from "../../base/unreachable.ts";
import { DAY_MS } from "../../domain/days.ts";
import { parseWireRupees, toRupees } from "../../domain/pricing.ts";
import type { SupplyOrder, SupplyView } from "../../ports/voucher-supplier.ts";
import { reasonOf } from "../adapter/reason-of.ts";
import { readAnswer, refused, tryToRead, UNKNOWN, working } from "../adapter/responses.ts";
import type { SupplierOptions } from "../adapter/supplier-options.ts";
import type { ReloadlyClient } from "./reloadly-client.ts";
import { CardsAnswer, ErrorAnswer, Transaction, TransactionsAnswer } from "./reloadly-wire.ts";

/** Only this version of the cards has the redemption URL, which is the whole code of some brands. */
const ACCEPT_CARDS = "application/com.reloadly.giftcards-v2+json";
/** The reports of Reloadly name no time zone. */
const ZONE_MS = DAY_MS;
const IN_A_PAGE = 200;
const MOST_PAGES = 50;

type Settings = SupplierOptions<"reloadly">["settings"];

/**
 * By their id if it is known, else among the account's transactions of the days in which it may have been placed, because
 * they cannot be asked for by our id.
 */
export async function findOrder(
  client: ReloadlyClient,
  order: SupplyOrder,
  supplierRef: string | null,
): Promise<SupplyView> {
  if (supplierRef !== null) {
    const answer = await client.get(`/reports/transactions/${encodeURIComponent(supplierRef)}`);
    return toView(client, readAnswer(client.name, Transaction, answer), order.quantity);
  }
  const [startDate, endDate] = [toDate(order.placedFrom - ZONE_MS), toDate(order.placedUntil + ZONE_MS)];
  let [before, page] = ["", 1];
  for (; page <= MOST_PAGES; page++) {
    const query = new URLSearchParams({ startDate, endDate, page: String(page), size: String(IN_A_PAGE) });
    const { content, last } = readAnswer(
      client.name,
      TransactionsAnswer,
      await client.get(`/reports/transactions?${query}`),
    );
    const own = content.find(({ customIdentifier }) => customIdentifier === order.ref);
    if (own !== undefined) return toView(client, own, order.quantity);
    // A page may be smaller than asked, so only an empty or a repeated one is the end where the answer does not say.
    const ids = content.map(({ transactionId }) => transactionId).join();
    if (last === true || content.length === 0 || (last == null && ids === before)) return UNKNOWN;
    before = ids;
  }
  throw new Unreachable(`${client.name} has more transactions than can be looked through`);
}

/** The form in the vendor's samples, such as 2026-11-22 00:00:00. */
const toDate = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace("T", " ");

/** Reloadly charges for all cards at once, so a successful order with fewer of them is still waited for. */
async function toView(
  client: ReloadlyClient,
  transaction: z.output<typeof Transaction>,
  quantity: number,
): Promise<SupplyView> {
  const { transactionId, status, amount, currencyCode } = transaction;
  const state = status.toUpperCase();
  if (state === "FAILED" || state === "REFUNDED") return refused("rejected", transactionId);
  if (state !== "SUCCESSFUL") return working(transactionId);
  const path = `/orders/transactions/${encodeURIComponent(transactionId)}/cards`;
  const answer = await client.call("GET", path, undefined, ACCEPT_CARDS);
  if (answer.status !== 200) return working(transactionId); // bought: the cards are asked for again
  const cost = currencyCode === "INR" && amount !== null ? (parseWireRupees(amount) ?? null) : null;
  const cards = readAnswer(client.name, CardsAnswer, answer);
  const isWhole = cards.length >= quantity;
  return { state: isWhole ? "complete" : "working", supplierRef: transactionId, cards, reason: null, cost };
}

/** Places an order, and looks for it after a refusal. */
export async function placeOrder(client: ReloadlyClient, settings: Settings, order: SupplyOrder): Promise<SupplyView> {
  const { ref, sku, faceValue, quantity } = order;
  const answer = await client.call("POST", "/orders", {
    productId: Number(sku),
    countryCode: "IN",
    quantity,
    unitPrice: toRupees(faceValue),
    customIdentifier: ref,
    senderName: settings.senderName,
    // The cards come by a call; Reloadly would mail them to a recipient.
    recipientEmail: settings.recipientEmail,
  });
  if (answer.status >= 200 && answer.status < 300)
    return toView(client, readAnswer(client.name, Transaction, answer), quantity);
  const isRefusal = answer.status >= 400 && answer.status < 500 && ![401, 403, 408, 429].includes(answer.status);
  const error = isRefusal ? tryToRead(ErrorAnswer, answer.text) : undefined;
  if (error === undefined) throw client.failure(answer);
  // The refusal may be that of a repeated identifier, so it counts only if Reloadly has no such order.
  const found = await findOrder(client, order, null);
  if (found.state !== "unknown") return found;
  const words = `${error.errorCode ?? ""} ${error.message ?? ""}`;
  // It is known, and its reports do not show it yet.
  if (/custom.?identifier/i.test(words)) throw client.failure(answer);
  return refused(reasonOf(words));
}
