import { Unreachable } from "../../base/unreachable.ts";
import { toRupees } from "../../domain/pricing.ts";
import type { SuppliedCard, SupplyOrder, SupplyView } from "../../ports/voucher-supplier.ts";
import { reasonOf } from "../adapter/reason-of.ts";
import { readAnswer, refused, UNKNOWN, working } from "../adapter/responses.ts";
import type { SupplierOptions } from "../adapter/supplier-options.ts";
import { readError, type WoohooClient } from "./woohoo-client.ts";
import { CardsAnswer, DUPLICATE_REFNO, OrderAnswer, readSvcBalance } from "./woohoo-wire.ts";

const RUPEE = 356;
const CARDS_IN_A_PAGE = 50;

type Settings = SupplierOptions<"woohoo">["settings"];

const toRefno = ({ refnoPrefix }: Settings, ref: string) => (refnoPrefix === undefined ? ref : `${refnoPrefix}_${ref}`);

export async function findOrder(client: WoohooClient, settings: Settings, order: SupplyOrder): Promise<SupplyView> {
  const { ref, faceValue, quantity } = order;
  const answer = await client.call("GET", `/rest/v3/order/${toRefno(settings, ref)}/status`);
  // Another refusal, such as of our signature, leaves the state of the order open.
  if (answer.status === 404 && readError(answer)?.code !== undefined) return UNKNOWN;
  if (answer.status !== 200) throw client.failure(answer);
  const found = readAnswer(client.name, OrderAnswer(faceValue), answer);
  const supplierRef = found.orderId;
  if (/^cancell?ed$/i.test(found.status)) return refused("rejected", supplierRef);
  if (found.status.toUpperCase() !== "COMPLETE") return working(supplierRef);
  if (supplierRef === null) throw new Unreachable(`${client.name} completed an order without an id`);
  const cards = await listCards(client, supplierRef, order);
  return toView(supplierRef, cards, quantity);
}

/** Woohoo charges for all cards at once, so a complete order with fewer of them still waits for the rest. */
function toView(supplierRef: string | null, cards: SuppliedCard[], quantity: number): SupplyView {
  return { ...working(supplierRef), state: cards.length < quantity ? "working" : "complete", cards };
}

/** An answer may repeat its cards without end, so no more than one card beyond the ordered ones is asked for. */
async function listCards(client: WoohooClient, orderId: string, { faceValue, quantity }: SupplyOrder) {
  const cards: SuppliedCard[] = [];
  for (;;) {
    const query = `?offset=${cards.length}&limit=${CARDS_IN_A_PAGE}`;
    const answer = await client.call("GET", `/rest/v3/order/${encodeURIComponent(orderId)}/cards/${query}`);
    if (answer.status !== 200) throw client.failure(answer);
    const page = readAnswer(client.name, CardsAnswer(faceValue), answer);
    cards.push(...page.cards);
    const isWhole = cards.length >= (page.total ?? quantity) || cards.length > quantity;
    if (isWhole || page.cards.length === 0) return cards;
  }
}

export async function placeOrder(client: WoohooClient, settings: Settings, order: SupplyOrder): Promise<SupplyView> {
  const { ref, sku, faceValue, quantity } = order;
  const { billing } = settings;
  // The vendor's two samples encode these marks in two ways, so a body must not hold them.
  const address = Object.fromEntries(
    Object.entries({ ...billing, country: "IN" }).map(([field, text]) => [field, text?.replace(/[!'()*]/g, " ")]),
  );
  const answer = await client.call("POST", "/rest/v3/orders", {
    billing: address,
    address: { ...address, billToThis: true },
    payments: [{ code: "svc", amount: toRupees(faceValue * quantity) }],
    refno: toRefno(settings, ref),
    products: [{ sku, price: toRupees(faceValue), qty: quantity, currency: RUPEE, giftMessage: "", theme: "" }],
  });
  const error = readError(answer);
  if (error?.code === DUPLICATE_REFNO) return findOrder(client, settings, order);
  // A refusal counts only if Woohoo has no such order either.
  if (error !== undefined) {
    const found = await findOrder(client, settings, order);
    return found.state === "unknown" ? refused(reasonOf(error.message ?? "")) : found;
  }
  if (answer.status < 200 || answer.status > 299) throw client.failure(answer);
  const placed = readAnswer(client.name, OrderAnswer(faceValue), answer);
  const supplierRef = placed.orderId;
  const balance = readSvcBalance(placed);
  const known = balance === undefined ? {} : { balance };
  if (/^cancell?ed$/i.test(placed.status)) return { ...refused("rejected", supplierRef), ...known };
  if (placed.status.toUpperCase() !== "COMPLETE") return { ...working(supplierRef), ...known };
  // Another call fetches cards that are not in the answer.
  return { ...toView(supplierRef, placed.cards ?? [], quantity), ...known };
}
