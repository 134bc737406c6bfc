import type { Reader } from "../../db/database.ts";
import { receiptNumber } from "../../domain/receipts.ts";

/** The fields of values, as the API names them. */
export type SearchedField =
  | "order_number"
  | "short_reference"
  | "receipt"
  | "payment"
  | "bank_reference"
  | "refund"
  | "recipient_name"
  | "recipient_email"
  | "recipient_phone"
  | "name"
  | "email"
  | "delivery_email"
  | "phone"
  | "delivery_phone";

/** A value by which an order or a shopper is found. */
export type SearchedValue = { field: SearchedField; value: string };

type Values = Map<string, SearchedValue[]>;

function add(values: Values, id: string, field: SearchedField, value: string | null) {
  if (value === null || value === "") return;
  const all = values.get(id);
  const one = { field, value };
  if (all === undefined) values.set(id, [one]);
  else if (!all.some((other) => other.value === value)) all.push(one);
}

/** The numbers and references of orders, which name nobody. */
export async function readReferences(db: Reader, ids: string[]): Promise<Values> {
  const values: Values = new Map();
  if (ids.length === 0) return values;
  const orders = db.selectFrom("orders").select(["id", "order_number", "short_reference"]);
  for (const { id, order_number, short_reference } of await orders.where("id", "in", ids).execute()) {
    add(values, id, "order_number", order_number);
    add(values, id, "short_reference", short_reference);
  }
  const receipts = db.selectFrom("receipts").select(["order_id", "financial_year", "serial"]);
  for (const { order_id, financial_year, serial } of await receipts.where("order_id", "in", ids).execute())
    add(values, order_id, "receipt", receiptNumber(financial_year, serial));
  await addPayments(db, ids, values);
  const refunds = db.selectFrom("payment_refunds").select(["id", "order_id", "gateway_refund_id", "bank_reference"]);
  for (const { id, order_id, gateway_refund_id, bank_reference } of await refunds
    .where("order_id", "in", ids)
    .orderBy("created_at")
    .execute()) {
    add(values, order_id, "refund", gateway_refund_id);
    add(values, order_id, "refund", id);
    add(values, order_id, "bank_reference", bank_reference);
  }
  return values;
}

async function addPayments(db: Reader, orderIds: string[], values: Values) {
  const ofOrders = db.selectFrom("payments").where("payments.order_id", "in", orderIds).select("payments.order_id");
  for (const { order_id, id } of await ofOrders.select("payments.id").orderBy("created_at").execute())
    add(values, order_id, "payment", id);
  const refs = ofOrders
    .innerJoin("payment_refs", "payment_refs.payment_id", "payments.id")
    .select("payment_refs.value");
  for (const { order_id, value } of await refs.execute()) add(values, order_id, "payment", value);
  const events = ofOrders
    .innerJoin("payment_events", "payment_events.payment_id", "payments.id")
    .select(["payment_events.event_id", "gateway_payment_id", "bank_reference"])
    .orderBy("received_at");
  for (const { order_id, event_id, gateway_payment_id, bank_reference } of await events.execute()) {
    add(values, order_id, "bank_reference", bank_reference);
    add(values, order_id, "payment", gateway_payment_id);
    add(values, order_id, "payment", event_id);
  }
  const confirmed = ofOrders
    .innerJoin("upi_confirmations", "upi_confirmations.payment_id", "payments.id")
    .select("bank_reference");
  for (const { order_id, bank_reference } of await confirmed.execute())
    add(values, order_id, "bank_reference", bank_reference);
}

/** The people who get the gifts of orders. */
export async function readRecipients(db: Reader, orderIds: string[]): Promise<Values> {
  const values: Values = new Map();
  if (orderIds.length === 0) return values;
  const gifts = await db
    .selectFrom("gifts")
    .innerJoin("order_items", "order_items.id", "gifts.order_item_id")
    .select(["order_id", "recipient_name", "recipient_email", "recipient_phone"])
    .where("order_id", "in", orderIds)
    .orderBy("position")
    .execute();
  for (const { order_id, recipient_name, recipient_email, recipient_phone } of gifts) {
    add(values, order_id, "recipient_name", recipient_name);
    add(values, order_id, "recipient_email", recipient_email);
    add(values, order_id, "recipient_phone", recipient_phone);
  }
  return values;
}

/** Shoppers, without those who were erased. */
export async function readPeople(db: Reader, ids: string[]): Promise<Values> {
  const values: Values = new Map();
  if (ids.length === 0) return values;
  const users = await db
    .selectFrom("users")
    .select(["id", "username", "email", "delivery_email", "phone", "verified_phone", "delivery_phone"])
    .where("id", "in", ids)
    .where("erased_at", "is", null)
    .execute();
  for (const user of users) {
    add(values, user.id, "name", user.username);
    add(values, user.id, "email", user.email);
    add(values, user.id, "delivery_email", user.delivery_email);
    add(values, user.id, "phone", user.phone);
    add(values, user.id, "phone", user.verified_phone);
    add(values, user.id, "delivery_phone", user.delivery_phone);
  }
  return values;
}
