import { cleanLine, foldLine } from "../../config/typed/characters.ts";
import { explains, type Fragments, readFragments } from "../domain/search/fragments.ts";
import { findOrders } from "../repositories/orders/all-orders.ts";
import {
  findCards,
  listBuyers,
  listOrdersOfShoppers,
  readOrderHits,
  readShopperHits,
} from "../repositories/search/hits.ts";
import { findTexts } from "../repositories/search/texts.ts";
import { readPeople, readRecipients, readReferences, type SearchedValue } from "../repositories/search/values.ts";
import type { Shop } from "../shop/shop.ts";
import { catchUp } from "./keep-search.ts";

/** The most orders or shoppers in a list. With more matches, a member has to type more. */
const MOST_IN_LIST = 1_000;
/** The most results of each kind. */
const MOST_OF_KIND = 20;
const MOST_REASONS = 3;

/** The parts of a shop that a search reads. */
export type SearchedShop = Pick<Shop, "db" | "keys" | "tenant">;

/** `seesPeople`: without it nobody is found by data that the member may not see. */
type Search = { typed: string; seesPeople: boolean };

/** The values by which a text was found. */
type Reasons = { why: SearchedValue[] };

/** Orders, receipts, shoppers and cards that match a typed text, the newest of each kind first. */
export async function searchBrand(shop: SearchedShop, { typed, seesPeople }: Search) {
  const fragments = readFragments(typed);
  const isBehind = await catchUp(shop);
  const { read } = shop.db;
  const find = (table: Parameters<typeof findTexts>[1]) => findTexts(read, table, fragments, MOST_OF_KIND + 1);
  const [exact, byNumber, byRecipient, people, cards] = await Promise.all([
    findExact(shop, typed),
    find("search_orders"),
    seesPeople ? find("search_recipients") : [],
    seesPeople ? find("search_shoppers") : [],
    findCards(read, shop, cleanLine(typed), MOST_OF_KIND + 1),
  ]);
  const orderIds = [...new Set([...exact, ...byNumber, ...byRecipient])];
  const { orders, receipts } = await explainOrders(shop, orderIds, { fragments, exact, seesPeople });
  return {
    orders: cut(orders),
    shoppers: cut(await explainShoppers(shop, people, fragments)),
    receipts: cut(receipts),
    cards: cut(cards.map(({ field, ...card }) => ({ ...card, why: [{ field, value: "" }] }))),
    isBehind,
  };
}

const cut = <Row>(rows: Row[]) => ({ rows: rows.slice(0, MOST_OF_KIND), isCut: rows.length > MOST_OF_KIND });

/** Orders with this id, number or short reference. They are found while older orders have no text yet, too. */
const findExact = async ({ db }: SearchedShop, typed: string): Promise<string[]> => {
  const name = foldLine(typed).replaceAll(" ", "");
  return name === "" ? [] : (await findOrders(db.read, name)).map(({ id }) => id);
};

type Explained = { fragments: Fragments; exact: readonly string[]; seesPeople: boolean };

/** An order that only its receipt's number matches is a receipt. */
async function explainOrders({ db }: SearchedShop, ids: string[], { fragments, exact, seesPeople }: Explained) {
  const [rows, references, recipients] = await Promise.all([
    readOrderHits(db.read, ids),
    readReferences(db.read, ids),
    seesPeople ? readRecipients(db.read, ids) : new Map<string, SearchedValue[]>(),
  ]);
  const explained = rows.map((row) => ({
    ...row,
    ...reasonsOf([...(references.get(row.id) ?? []), ...(recipients.get(row.id) ?? [])], fragments),
    receipt: references.get(row.id)?.find(({ field }) => field === "receipt")?.value,
  }));
  const isReceipt = ({ id, why }: { id: string } & Reasons) =>
    !exact.includes(id) && why.length > 0 && why.every(({ field }) => field === "receipt");
  return {
    orders: explained.filter((row) => !isReceipt(row)),
    receipts: explained.filter(isReceipt),
  };
}

async function explainShoppers({ db }: SearchedShop, ids: string[], fragments: Fragments) {
  const [rows, values] = await Promise.all([readShopperHits(db.read, ids), readPeople(db.read, ids)]);
  return rows.map((row) => ({ ...row, ...reasonsOf(values.get(row.id) ?? [], fragments) }));
}

const reasonsOf = (values: SearchedValue[], fragments: Fragments): Reasons => ({
  why: values.filter(({ value }) => explains(value, fragments)).slice(0, MOST_REASONS),
});

type FoundInList = { ids: string[]; isCut: boolean };

const toFound = (ids: string[]): FoundInList => {
  const all = [...new Set(ids)];
  return { ids: all.slice(0, MOST_IN_LIST), isCut: all.length > MOST_IN_LIST };
};

/** The orders in a list: those of `searchBrand`, and those of its shoppers and cards. */
export async function searchOrders(shop: SearchedShop, { typed, seesPeople }: Search): Promise<FoundInList> {
  const fragments = readFragments(typed);
  await catchUp(shop);
  const { read } = shop.db;
  const most = MOST_IN_LIST + 1;
  const [exact, byNumber, byRecipient, people, cards] = await Promise.all([
    findExact(shop, typed),
    findTexts(read, "search_orders", fragments, most),
    seesPeople ? findTexts(read, "search_recipients", fragments, most) : [],
    seesPeople ? findTexts(read, "search_shoppers", fragments, most) : [],
    findCards(read, shop, cleanLine(typed), most),
  ]);
  const byShopper = await listOrdersOfShoppers(read, people, most);
  const found = toFound([
    ...exact,
    ...cards.map(({ order_id }) => order_id),
    ...byNumber,
    ...byRecipient,
    ...byShopper,
  ]);
  return { ...found, isCut: found.isCut || people.length >= most };
}

/** The shoppers in a list: those of `searchBrand`, and those of its orders and cards. */
export async function searchShoppers(shop: SearchedShop, typed: string): Promise<FoundInList> {
  const fragments = readFragments(typed);
  await catchUp(shop);
  const { read } = shop.db;
  const most = MOST_IN_LIST + 1;
  const [people, buyers] = await Promise.all([
    findTexts(read, "search_shoppers", fragments, most),
    findBuyers(shop, typed),
  ]);
  return toFound([...people, ...buyers]);
}

/** The shoppers of orders, receipts and cards that a typed text finds. */
export async function findBuyers(shop: SearchedShop, typed: string): Promise<string[]> {
  const { read } = shop.db;
  const [exact, byNumber, cards] = await Promise.all([
    findExact(shop, typed),
    findTexts(read, "search_orders", readFragments(typed), MOST_IN_LIST),
    findCards(read, shop, cleanLine(typed), MOST_IN_LIST),
  ]);
  const buyers = await listBuyers(read, [...new Set([...exact, ...byNumber])]);
  return [...new Set([...cards.map(({ user_id }) => user_id), ...buyers])];
}
