import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { TenantDatabase } from "../../../api/db/database.ts";
import { migrations } from "../../../api/db/migrations/migrations.ts";
import { createCategory } from "../../../api/repositories/catalogue/catalogue.ts";
import { queueMail, takeDueMail } from "../../../api/repositories/mail/outbox.ts";
import { createTestDatabases, engines } from "../../helpers/database/test-database.ts";
import { migrateUntilKilled, nextMigration } from "../../helpers/processes/killed-migration.ts";

describe.each(engines)("migrations on %s", (engine) => {
  let place: Awaited<ReturnType<typeof createTestDatabases>>;
  let db: TenantDatabase;
  beforeAll(async () => {
    place = await createTestDatabases(engine);
    db = await openAsBefore("004-accounts");
  });
  afterAll(async () => {
    await db.close();
    await place.databases.close();
    await place.drop();
  });

  /** A shop with a shopper, a session, a cart and two mails of the time before `migration`, opened now. */
  async function openAsBefore(migration: string) {
    const later = migrations.splice(migrations.findIndex(({ name }) => name === migration));
    const before = await place.databases.open("acme");
    migrations.push(...later);
    await before.transaction(async (tx) => {
      const insert = (table: string, row: object) => tx.insertInto(table as never).values(row as never);
      const order = { user_id: "u", fingerprint: "f", total: 100, amount: 100, coins: 0, balance_after: 0 };
      const times = { created_at: 5, updated_at: 5, expires_at: 6 };
      const urls = { redirect_url: "http://acme.localhost/", notify_url: "http://acme.localhost/" };
      const person = { username: "Asha", email: "a@b.test", email_key: "a@b.test", password_hash: "x" };
      await insert("users", { id: "u", ...person, created_at: 5 }).execute();
      await insert("sessions", { id: "s", user_id: "u", created_at: 5, expires_at: 9 }).execute();
      await insert("categories", { id: 1, name: "Food" }).execute();
      await insert("subcategories", { id: 1, category_id: 1, name: "Pizza" }).execute();
      const prices = { price: 100, price_mrp: 100, is_available: 1, quantity: 1, validity_days: 365 };
      const texts = {
        name: "Oven",
        search_text: "",
        image_url: "",
        details: "",
        terms_and_conditions: "",
        how_to_use: "",
      };
      await insert("products", { id: 1, category_id: 1, subcategory_id: 1, ...prices, ...texts }).execute();
      const line = { id: "c", user_id: "u", product_id: 1, denomination: 100, quantity: 3, created_at: 5 };
      await insert("cart_items", line).execute();
      for (const id of ["o1", "o2"]) {
        await insert("orders", { id, order_number: id, status: "completed", ...order, ...times, ...urls }).execute();
        const sent = id === "o1" ? 7 : null;
        const mail = { id: `mail-${id}`, kind: "vouchers", order_id: id, next_try_at: 5, delivered_at: sent };
        await insert("outbox", { ...mail, created_at: 5, tries: 1 }).execute();
      }
    });
    await before.close();
    return place.databases.open("acme");
  }

  test("keep earlier accounts verified and signed in", async () => {
    const users = await db.read.selectFrom("users").select(["id", "email_verified_at"]).execute();
    expect(users).toEqual([{ id: "u", email_verified_at: 5 }]);
    const sessions = await db.read.selectFrom("sessions").select(["id", "client"]).execute();
    expect(sessions).toEqual([{ id: "s", client: "" }]);
  });

  test("keep what was in a cart, and not as a gift", async () => {
    const lines = await db.read.selectFrom("cart_items").selectAll().execute();
    const line = { id: "c", user_id: "u", product_id: 1, denomination: 100, quantity: 3, created_at: 5 };
    expect(lines).toEqual([{ ...line, gift: "" }]);
  });

  test("send waiting mail, and send no mail twice", async () => {
    await db.transaction((tx) => queueMail(tx, { kind: "vouchers", about: "o1", now: 8 }));
    const due = await db.transaction((tx) => takeDueMail(tx, { now: 10, pauseAfter: () => 100 }));
    expect(due).toMatchObject({ id: "mail-o2", kind: "vouchers", about: "o2", tries: 2, sealed: null });
    expect(await db.transaction((tx) => takeDueMail(tx, { now: 10, pauseAfter: () => 100 }))).toBeUndefined();
  });
});

test.each(engines)("keep the refunds of orders, and the coins that moved with them, on %s", async (engine) => {
  const place = await createTestDatabases(engine);
  const later = migrations.splice(migrations.findIndex(({ name }) => name === "046-several-refunds"));
  const before = await place.databases.open("acme").finally(() => migrations.push(...later));
  const tables = ["refunds", "coin_entries", "coin_lots", "coin_lot_moves"] as const;
  type Row = Record<string, unknown>;
  const rowsOf = async (db: TenantDatabase) => {
    const found: Row[][] = [];
    for (const table of tables) found.push((await db.read.selectFrom(table).selectAll().execute()) as Row[]);
    return found;
  };
  const insert = (db: TenantDatabase, table: string, row: object) =>
    db.transaction((tx) =>
      tx
        .insertInto(table as never)
        .values(row as never)
        .execute(),
    );
  const person = { username: "Asha", email: "a@b.test", email_key: "a@b.test", password_hash: "x", created_at: 5 };
  await insert(before, "users", { id: "u", ...person, coins: 80 });
  const money = { total: 100, amount: 60, coins: 40, balance_after: 60 };
  const urls = { redirect_url: "http://acme.localhost/", notify_url: "http://acme.localhost/" };
  const times = { created_at: 5, updated_at: 5, expires_at: 6 };
  const order = { order_number: "o", user_id: "u", fingerprint: "f", status: "completed" };
  await insert(before, "orders", { id: "o", ...order, ...money, ...times, ...urls });
  const entry = { user_id: "u", created_at: 5 };
  await insert(before, "coin_entries", { id: "grant", kind: "grant", amount: 100, reason: "hello", ...entry });
  await insert(before, "coin_entries", { id: "hold", kind: "hold", amount: -40, order_id: "o", ...entry });
  await insert(before, "coin_entries", { id: "back", kind: "refund", amount: 20, order_id: "o", ...entry });
  await insert(before, "coin_lots", { id: "grant", user_id: "u", remaining: 80, expires_at: 9, created_at: 5 });
  for (const [entry_id, amount] of [
    ["grant", 100],
    ["hold", -40],
    ["back", 20],
  ] as const)
    await insert(before, "coin_lot_moves", { entry_id, lot_id: "grant", amount });
  const refund = { order_id: "o", amount: 30, coins: 20, reason: "no_stock", created_at: 5, sent_at: 7 };
  await insert(before, "refunds", refund);
  const known = await rowsOf(before);
  await before.close();

  const db = await place.databases.open("acme");
  const [refunds, entries, ...lots] = await rowsOf(db);
  expect(refunds).toEqual([{ ...refund, number: 1 }]);
  expect(entries!.toSorted(byId)).toEqual(known[1]!.map((row) => ({ ...row, refund_number: 1 })).toSorted(byId));
  expect(lots).toEqual(known.slice(2));

  // As the former version writes it, which knows one refund of an order.
  await expect(insert(db, "refunds", { ...refund, sent_at: null })).rejects.toThrow(/unique/i);
  const again = { kind: "refund", amount: 20, order_id: "o", ...entry };
  await expect(insert(db, "coin_entries", { id: "again", ...again })).rejects.toThrow(/unique/i);
  await insert(db, "refunds", { ...refund, number: 2 });
  await insert(db, "coin_entries", { id: "second", ...again, refund_number: 2 });
  await expect(insert(db, "coin_lots", { id: "none", user_id: "u", remaining: 0, created_at: 5 })).rejects.toThrow(
    /foreign key/i,
  );
  await db.close();
  await place.databases.close();
  await place.drop();
});

const byId = (one: Record<string, unknown>, other: Record<string, unknown>) =>
  String(one.id).localeCompare(String(other.id));

describe.each(engines)("the next version's migration on %s", (engine) => {
  let place: Awaited<ReturnType<typeof createTestDatabases>>;
  let old: TenantDatabase;
  beforeEach(async () => {
    place = await createTestDatabases(engine);
    old = await place.databases.open("acme");
    await old.transaction((tx) => createCategory(tx, "Before"));
  });
  afterEach(async () => {
    const at = migrations.findIndex(({ name }) => name === "900-next");
    if (at >= 0) migrations.splice(at);
    await old.close();
    await place.databases.close();
    await place.drop();
  });

  const namesIn = async (db: TenantDatabase) =>
    (await db.read.selectFrom("categories").select("name").orderBy("id").execute()).map(({ name }) => name);
  const appliedIn = async (db: TenantDatabase) =>
    (await sql<{ name: string }>`select name from ${sql.table(tableOf("migrations"))}`.execute(db.read)).rows.map(
      ({ name }) => name,
    );
  const tableOf = (name: string) => (engine === "postgres" ? `awning_acme.${name}` : name);

  test("leaves nothing when killed halfway, the old version goes on, and the next start does all of it [OPS-07]", async () => {
    expect(await migrateUntilKilled(place)).toBe("SIGKILL");
    await old.transaction((tx) => createCategory(tx, "After"));
    expect(await appliedIn(old)).not.toContain("900-next");

    migrations.push(nextMigration());
    const next = await place.databases.open("acme");
    expect(await namesIn(next)).toEqual(["Before", "After"]);
    expect((await appliedIn(next)).filter((name) => name === "900-next")).toHaveLength(1);
    await next.transaction((tx) => sql`insert into ${sql.table(tableOf("nicknames"))} values ('Ash')`.execute(tx));
    await next.close();
  });

  test("lets both versions run side by side, but the old one does not start again [OPS-07]", async () => {
    migrations.push(nextMigration());
    const next = await place.databases.open("acme");
    const person = { username: "Asha", password_hash: "x", created_at: 5 };
    const signUp = (db: TenantDatabase, id: string) =>
      db.transaction((tx) =>
        tx
          .insertInto("users")
          .values({ ...person, id, email: id, email_key: id })
          .execute(),
      );
    await signUp(old, "a@old.test");
    await signUp(next, "b@next.test");
    migrations.pop();
    const before = await appliedIn(old);
    await expect(place.databases.open("acme")).rejects.toThrow(
      /the data of brand acme \(schema 900-next; this version knows \d{3}-[\w-]+ and older\): run that version again/,
    );
    expect(await appliedIn(old)).toEqual(before);
    await signUp(old, "c@old.test");
    expect(await next.read.selectFrom("users").select("id").orderBy("id").execute()).toHaveLength(3);
    await next.close();
  });
});

test("waits ten seconds at most for a lock on PostgreSQL, and then takes the time it needs [OPS-07]", async () => {
  const place = await createTestDatabases("postgres");
  const settings: string[] = [];
  migrations.push({
    name: "900-next",
    async up(db) {
      for (const name of ["lock_timeout", "statement_timeout"]) {
        const { rows } = await sql<Record<string, string>>`show ${sql.raw(name)}`.execute(db);
        settings.push(`${name} ${rows[0]![name]}`);
      }
    },
  });
  await place.databases.open("acme").finally(() => migrations.pop());
  expect(settings).toEqual(["lock_timeout 10s", "statement_timeout 0"]);
  await place.databases.close();
  await place.drop();
});

test("run forward only, each after the one before it [OPS-07]", () => {
  const names = migrations.map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
  expect(new Set(names.map((name) => name.slice(0, 3))).size).toBe(names.length);
  expect(migrations.filter((migration) => "down" in migration)).toEqual([]);
});
