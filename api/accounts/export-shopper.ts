import type { PlaceInList } from "../db/place-in-list.ts";
import { readGift } from "../domain/gifts/gift.ts";
import { receiptNumber } from "../domain/receipts.ts";
import { listPhoneCodesOf } from "../repositories/accounts/phone-codes.ts";
import { listNetworksOf } from "../repositories/accounts/phone-networks.ts";
import { listNotesOf } from "../repositories/cards/wallet.ts";
import { listLapses } from "../repositories/coins/coin-lots.ts";
import { listConsentsOf, listMessagesOf } from "../repositories/messages/of-person.ts";
import { listMailsOf } from "../repositories/shoppers/erase.ts";
import {
  listCartOf,
  listCoinGrantsOf,
  listCouponsOf,
  listNoticesOf,
  listOrderParts,
  listSessionsOf,
} from "../repositories/shoppers/export.ts";
import { findShopper, listDevicesOf, listLedger, listOrdersOf } from "../repositories/shoppers/records.ts";
import type { Shop } from "../shop/shop.ts";

const PAGE = 100;

/**
 * All data that the shop holds about a person, as the pieces of one JSON text: cash in paise, coins in hundredths, times in ms.
 * It contains no codes of cards and no secrets.
 */
export async function* exportShopper(shop: Shop, userId: string): AsyncGenerator<string> {
  const { read } = shop.db;
  const small = {
    brand: shop.tenant.id,
    exported_at: shop.clock.now(),
    profile: await findShopper(read, userId),
    sessions: await listSessionsOf(read, userId),
    devices: await listDevicesOf(read, userId),
    phone_codes: await listPhoneCodesOf(read, userId),
    phone_networks: await listNetworksOf(read, userId),
    messages: await listMessagesOf(read, userId),
    phone_consents: await listConsentsOf(read, userId),
    cart: (await listCartOf(read, userId)).map(({ gift, ...line }) => ({ ...line, gift: readGift(gift) })),
    stock_notices: await listNoticesOf(read, userId),
    wallet: await listNotesOf(read, userId),
    coupons: await listCouponsOf(read, userId),
    coin_grants: await listCoinGrantsOf(read, userId),
    coins_that_lapse: await listLapses(read, userId),
    mails: await listMailsOf(read, userId),
  };
  yield JSON.stringify(small).slice(0, -1);
  yield* writeList("orders", readOrders(shop, userId));
  yield* writeList(
    "coins",
    pagesOf((after) => listLedger(read, userId, { after, limit: PAGE })),
  );
  yield "}";
}

async function* writeList(name: string, pages: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  yield `,${JSON.stringify(name)}:[`;
  let separator = "";
  for await (const page of pages) {
    yield separator + page.map((row) => JSON.stringify(row)).join(",");
    separator = ",";
  }
  yield "]";
}

/** A list, page by page; no page is empty. */
async function* pagesOf<Row extends { created_at: number; id: string }>(
  read: (after?: PlaceInList) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let page = await read();
  while (page.length > 0) {
    yield page;
    const { created_at, id } = page.at(-1)!;
    page = page.length < PAGE ? [] : await read({ value: created_at, id });
  }
}

async function* readOrders({ db: { read } }: Shop, userId: string): AsyncGenerator<unknown[]> {
  for await (const orders of pagesOf((after) => listOrdersOf(read, userId, { after, limit: PAGE }))) {
    const ids = orders.map(({ id }) => id);
    const { lines, cards, payments, refunds, receipts, notes } = await listOrderParts(read, ids);
    yield orders.map((order) => {
      const of = <Part extends { order_id: string }>(parts: Part[]) =>
        parts.flatMap(({ order_id, ...part }) => (order_id === order.id ? [part] : []));
      return {
        ...order,
        lines: of(lines),
        cards: of(cards),
        payments: of(payments),
        refunds: of(refunds),
        notes: of(notes),
        receipts: of(receipts).map(({ financial_year, serial, ...receipt }) => ({
          number: receiptNumber(financial_year, serial),
          ...receipt,
        })),
      };
    });
  }
}
