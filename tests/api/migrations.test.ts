import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TenantDatabase } from "../../api/db/database.ts";
import { migrations } from "../../api/db/migrations.ts";
import { queueMail, takeDueMail } from "../../api/repositories/outbox.ts";
import { createTestDatabases, engines } from "../helpers/test-database.ts";

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

  /** A shop with a shopper, a session and two mails of the time before `migration`, opened now. */
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

  test("whoever had an account before counts as verified and stays signed in", async () => {
    const users = await db.read.selectFrom("users").select(["id", "email_verified_at"]).execute();
    expect(users).toEqual([{ id: "u", email_verified_at: 5 }]);
    const sessions = await db.read.selectFrom("sessions").select(["id", "client"]).execute();
    expect(sessions).toEqual([{ id: "s", client: "" }]);
  });

  test("mail that was waiting is still sent, and what was sent is not sent again", async () => {
    await db.transaction((tx) => queueMail(tx, { kind: "vouchers", about: "o1", now: 8 }));
    const due = await db.transaction((tx) => takeDueMail(tx, 10, () => 100));
    expect(due).toMatchObject({ id: "mail-o2", kind: "vouchers", about: "o2", tries: 2, sealed: null });
    expect(await db.transaction((tx) => takeDueMail(tx, 10, () => 100))).toBeUndefined();
  });
});
