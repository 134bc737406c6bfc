import SqliteDatabase from "better-sqlite3";
import { Kysely, sql, SqliteDialect } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";

import { SteadyCompiler } from "../../../../api/db/sqlite/steady-compiler.ts";

type Tables = { orders: { id: string; user_id: string; status: string; total: number } };

class SteadyDialect extends SqliteDialect {
  override createQueryCompiler = () => new SteadyCompiler();
}

const database = new SqliteDatabase(":memory:");
const db = new Kysely<Tables>({ dialect: new SteadyDialect({ database }) });
beforeAll(async () => {
  await sql`create table orders (id text primary key, user_id text, status text, total integer)`.execute(db);
  await sql`create index orders_of_user on orders (user_id)`.execute(db);
  await sql`insert into orders values ('a', 'u1', 'paid', 1), ('b', 'u1', 'pending', 0), ('c', 'u2', '1', 1)`.execute(
    db,
  );
});
afterAll(() => db.destroy());

const orders = db.selectFrom("orders").select("id").orderBy("id");
const compiledEnd = (query: { compile(): { sql: string } }) =>
  /where (.*?)(?: order by.*)?$/.exec(query.compile().sql)?.[1];

test.each([
  ["a value", orders.where("user_id", "=", "u1"), '"user_id" = +?'],
  ["a value of sql.val", orders.where("user_id", "=", sql.val("u1")), '"user_id" = +?'],
  ["two values", orders.where((or) => or.or([or("id", "=", "a"), or("total", "=", 0)])), '("id" = +? or "total" = +?)'],
  ["an update", db.updateTable("orders").set({ total: 2 }).where("id", "=", "a"), '"id" = +?'],
  ["a column", orders.whereRef("user_id", "=", "id"), '"user_id" = "id"'],
  ["a literal", orders.where("status", "=", sql.lit("paid")), `"status" = 'paid'`],
  ["a range", orders.where("total", ">", 0), '"total" > ?'],
  ["a pattern", orders.where("id", "like", "a%"), '"id" like ?'],
  ["a list", orders.where("id", "in", ["a"]), '"id" in (?)'],
])("a query with %s has the parameters that SQLite plans once", (_what, query, where) => {
  expect(compiledEnd(query)).toBe(where);
});

test("finds the same rows as without the sign, by the same index", async () => {
  const ids = async (query: typeof orders) => (await query.execute()).map(({ id }) => id);
  expect(await ids(orders.where("user_id", "=", "u1"))).toEqual(["a", "b"]);
  // The column still decides how the value is compared.
  expect(await ids(orders.where("total", "=", "1" as unknown as number))).toEqual(["a", "c"]);
  const plan = database.prepare(`explain query plan select id from orders where "user_id" = +?`).all("u1");
  expect(plan).toEqual([expect.objectContaining({ detail: expect.stringMatching(/USING INDEX orders_of_user/) })]);
});
