import type { Expression, RawBuilder } from "kysely";
import { sql } from "kysely";

import { cleanLine, foldLine } from "../../../config/typed/characters.ts";
import { readPhone } from "../../../config/typed/phone.ts";
import type { Reader } from "../../db/database.ts";
import { ordered, TAIL, tailOf, textKey } from "../../db/migrations/026-order-desk.ts";
import { wordKeys } from "../../db/migrations/049-name-words.ts";
import { readShortReference } from "../../domain/bank/short-reference.ts";
import { endingOf, isEnding } from "../../domain/cards/card-ending.ts";
import { codeHashes } from "../../domain/encryption.ts";
import type { KeyedTenant } from "../../domain/keys.ts";
import { readReceiptNumber } from "../../domain/receipts.ts";

/** The most shoppers and orders in a result. With more matches, a member has to type more. */
const MOST_PEOPLE = 200;
const MOST_ORDERS = 1_000;

/**
 * The orders of a search: by order number or its last digits, short reference, receipt number, e-mail address, phone, name (of
 * the shopper or a gift's recipient, from the start of any word), an id at the gateway or the bank, or a card number, whole or
 * its last four digits. `isCut`: there may be more.
 */
export async function searchOrders(db: Reader, shop: KeyedTenant, typed: string) {
  const text = cleanLine(typed);
  const searches = [
    byNumber(db, readNumber(text)),
    byReceipt(db, text),
    byReference(db, text),
    byCard(db, shop, text),
    byPeople(db, text),
  ];
  const found = await Promise.all(searches);
  const ids = [...new Set(found.flatMap((part) => part.ids))];
  return { ids: ids.slice(0, MOST_ORDERS), isCut: ids.length > MOST_ORDERS || found.some(({ isCut }) => isCut) };
}

/** An order's number in a pasted text such as "Order #ORD123.". */
const readNumber = (text: string) =>
  foldLine(text)
    .replace(/^(?:order\W*)?#?/i, "")
    .replace(/[\s.,;]+/g, "");

type Found = { ids: string[]; isCut: boolean };

const toFound = (rows: { id: string }[], most = MOST_ORDERS): Found => ({
  ids: rows.map(({ id }) => id),
  isCut: rows.length >= most,
});

async function byNumber(db: Reader, text: string): Promise<Found> {
  const reference = readShortReference(text);
  const isTail = text.length >= TAIL && /^\w+$/.test(text);
  const rows = await db
    .selectFrom("orders")
    .select("id")
    .where(({ eb, or, and }) =>
      or([
        eb("id", "=", text),
        eb("order_number", "=", text),
        ...(reference === undefined ? [] : [eb("short_reference", "=", reference)]),
        ...(isTail ? [and([eb(tailOf(db), "=", text.slice(-TAIL)), eb("order_number", "like", `%${text}`)])] : []),
      ]),
    )
    .limit(MOST_ORDERS)
    .execute();
  return toFound(rows);
}

async function byReceipt(db: Reader, text: string): Promise<Found> {
  const number = readReceiptNumber(text);
  if (number === undefined) return toFound([]);
  const { year, serial } = number;
  const receipts = db.selectFrom("receipts").select("order_id as id");
  return toFound(await receipts.where("financial_year", "=", year).where("serial", "=", serial).execute());
}

async function byReference(db: Reader, text: string): Promise<Found> {
  const payments = db.selectFrom("payments").select("order_id as id");
  const rows = await payments
    .where("id", "=", text)
    .unionAll(
      payments.where("id", "in", (refs) =>
        refs.selectFrom("payment_refs").select("payment_id").where("value", "=", text),
      ),
    )
    .unionAll(
      payments.where("id", "in", (events) =>
        events
          .selectFrom("payment_events")
          .select("payment_id")
          .where(({ eb, or }) =>
            or([eb("gateway_payment_id", "=", text), eb("bank_reference", "=", text), eb("event_id", "=", text)]),
          ),
      ),
    )
    .unionAll(
      payments.where("id", "in", (upi) =>
        upi.selectFrom("upi_confirmations").select("payment_id").where("bank_reference", "=", text),
      ),
    )
    .unionAll(
      db
        .selectFrom("payment_refunds")
        .select("order_id as id")
        .where(({ eb, or }) => or([eb("id", "=", text), eb("gateway_refund_id", "=", text)])),
    )
    .limit(MOST_ORDERS)
    .execute();
  return toFound(rows);
}

/** A card is stored as a fingerprint of its whole number, and another one of its last digits. */
async function byCard(db: Reader, { keys }: KeyedTenant, text: string): Promise<Found> {
  const cards = db
    .selectFrom("vouchers")
    .innerJoin("order_items", "order_items.id", "vouchers.order_item_id")
    .select("order_items.order_id as id");
  const whole = cards.where("fingerprint", "in", codeHashes(keys, "voucher-fingerprint", text));
  const ending = cards.where("ending", "in", codeHashes(keys, "card-ending", endingOf(text)));
  const rows = await (isEnding(text) ? whole.unionAll(ending) : whole).limit(MOST_ORDERS).execute();
  return toFound(rows);
}

async function byPeople(db: Reader, text: string): Promise<Found> {
  const [users, gifts] = await Promise.all([findUsers(db, text), findGifts(db, text)]);
  const orders =
    users.length === 0
      ? []
      : await db
          .selectFrom("orders")
          .select("id")
          .where("user_id", "in", users)
          .orderBy("created_at", "desc")
          .limit(MOST_ORDERS)
          .execute();
  const found = toFound([...orders, ...gifts]);
  return { ...found, isCut: found.isCut || users.length >= MOST_PEOPLE || gifts.length >= MOST_PEOPLE };
}

async function findUsers(db: Reader, text: string): Promise<string[]> {
  const users = (condition: Expression<any>) =>
    db.selectFrom(db.selectFrom("users").select("id").where(condition).limit(MOST_PEOPLE).as("some")).select("id");
  const phone = readPhone(text);
  if (phone !== null) {
    const columns = ["phone", "verified_phone", "delivery_phone"] as const;
    const [first, ...others] = columns.map((column) => users(sql`${sql.ref(column)} = ${phone}`));
    return unique(await others.reduce((all, more) => all.union(more), first!).execute());
  }
  if (text.includes("@")) {
    const byLogin = users(beginsWith(db, textKey(db, "email_key"), text));
    return unique(await byLogin.union(users(beginsWith(db, textKey(db, "delivery_email"), text))).execute());
  }
  if (!mayBeName(text)) return [];
  const [byName, ...byWords] = wordsBegin(db, "username", text).map(users);
  return unique(await byWords.reduce((all, more) => all.union(more), byName!).execute());
}

/** The orders with a gift for such a person. */
async function findGifts(db: Reader, text: string): Promise<{ id: string }[]> {
  const gifts = (condition: Expression<any>) =>
    db
      .selectFrom(db.selectFrom("gifts").select("order_item_id").where(condition).limit(MOST_PEOPLE).as("some"))
      .innerJoin("order_items", "order_items.id", "some.order_item_id")
      .select("order_items.order_id as id");
  const phone = readPhone(text);
  if (phone !== null) return gifts(sql`recipient_phone = ${phone}`).execute();
  if (text.includes("@")) return gifts(beginsWith(db, textKey(db, "recipient_email"), text)).execute();
  if (!mayBeName(text)) return [];
  const [byName, ...byWords] = wordsBegin(db, "recipient_name", text).map(gifts);
  return byWords.reduce((all, more) => all.union(more), byName!).execute();
}

const mayBeName = (text: string) => text.length > 1 && /^[\p{L}\p{M} .'-]+$/u.test(text);

/** Greater than every character that follows a prefix. */
const LAST = "\u{10FFFF}";

const beginsWith = (db: Reader, key: RawBuilder<string>, text: string) => {
  const [from, to] = [ordered(db, sql`lower(${text})`), ordered(db, sql`lower(${text}) || ${LAST}`)];
  return sql<boolean>`${key} >= ${from} and ${key} < ${to}`;
};

/** One condition for each word at which the text may begin. */
const wordsBegin = (db: Reader, name: string, text: string) =>
  wordKeys(db, name).map(({ key, isPresent }) => {
    const begins = beginsWith(db, key, text);
    return isPresent === undefined ? begins : sql<boolean>`${isPresent} and ${begins}`;
  });

const unique = (rows: { id: string }[]) => [...new Set(rows.map(({ id }) => id))];
