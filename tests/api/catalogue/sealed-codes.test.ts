import { join } from "node:path";

import SqliteDatabase from "better-sqlite3";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { sealClaimLinks } from "../../../api/catalogue/seal-claim-links.ts";
import type { Databases, TenantDatabase } from "../../../api/db/database.ts";
import { migrations } from "../../../api/db/migrations/migrations.ts";
import { areLinksSealed } from "../../../api/repositories/cards/claim-links.ts";
import { unsealVoucher } from "../../../api/repositories/cards/vouchers.ts";
import { withTestShop } from "../../helpers/api/open-shop.ts";
import { addVoucherStock } from "../../helpers/api/supply.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createTestCatalogue, PRODUCT } from "../../helpers/api/test-catalogue.ts";
import { notify, startOrder, vouchersOf } from "../../helpers/api/test-orders.ts";
import { createCli } from "../../helpers/cli/cli.ts";
import { readStored } from "../../helpers/database/stored-text.ts";
import { createTestDatabases, engines } from "../../helpers/database/test-database.ts";

const CANARY = { card: "CANARYCARD42", pin: "CANARYPIN42", link: "https://claim.example/?token=CANARYCLAIM42" };

describe.each(engines)("codes at rest on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
  });
  afterAll(() => api.close());

  test("keep card number, PIN and claim link out of every table, file and backup, while their owner reads all three", async () => {
    const voucher = { cardNumber: CANARY.card, pin: CANARY.pin, claimUrl: CANARY.link };
    await addVoucherStock(
      api.shop(),
      PRODUCT.choices,
      [1, 2].map((n) => ({ ...voucher, cardNumber: `${CANARY.card}-${n}`, faceValue: null, expiresAt: null })),
    );
    const { token, email, orderId, payment } = await startOrder(api);
    await notify(api, payment);
    const [first] = await vouchersOf(api, token, orderId);
    expect(first).toMatchObject({ card_number: `${CANARY.card}-1`, pin_code: CANARY.pin, claim_url: CANARY.link });
    expect((await api.takeMail(email)).text).toContain(CANARY.link);

    await createCli(api.storage, { acme: {} }).ok("backup", "acme", join(api.storage.dataDir, "acme.backup"));
    const stored = await readStored(api.storage);
    expect(stored).toContain(orderId); // what is looked through is all of it
    expect(stored).not.toContain("CANARY");
  });
});

describe.each(engines)("claim links that an older version stored in clear on %s", (engine) => {
  let place: Awaited<ReturnType<typeof createTestDatabases>>;
  beforeEach(async () => {
    place = await createTestDatabases(engine);
    await openBefore();
  });
  afterEach(async () => {
    await place.databases.close();
    await place.drop();
  });

  const COUNT = 500; // more than a batch

  /** A shop of the version before, whose stock has links, some of which have been deleted. */
  async function openBefore() {
    const at = migrations.findIndex(({ name }) => name === "015-sealed-claim-links");
    const [step] = migrations.splice(at, 1);
    const db = await place.databases.open("acme");
    migrations.splice(at, 0, step!);
    await createTestCatalogue({ db } as never);
    for (let start = 0; start < 2 * COUNT; start += 100) {
      const rows = Array.from({ length: 100 }, (_, n) => plainVoucher(start + n));
      await db.transaction((tx) =>
        tx
          .insertInto("vouchers")
          .values(rows as never)
          .execute(),
      );
    }
    await db.transaction((tx) => tx.deleteFrom("vouchers").where("id", ">=", idOf(COUNT)).execute());
    await db.close();
  }

  const idOf = (n: number) => `voucher-${String(n).padStart(4, "0")}`;
  const plainVoucher = (n: number) => ({
    id: idOf(n),
    product_id: PRODUCT.choices,
    fingerprint: `f${n}`,
    card_number_sealed: "",
    created_at: n,
    claim_url: `https://claim.example/?token=CANARYCLAIM${n}`,
  });

  /** Replaces methods of the database of the shop that is opened next. */
  const changed = (change: (db: TenantDatabase) => Partial<TenantDatabase>): Databases => ({
    ...place.databases,
    async connect(tenantId) {
      const db = await place.databases.connect(tenantId);
      return { ...db, ...change(db) };
    },
  });

  /** What is readable afterwards. On PostgreSQL the server's own files are its operator's matter. */
  async function expectSealed() {
    expect(await readStored(place)).not.toContain("CANARY");
    await withTestShop(place.databases, {}, async (shop) => {
      expect(await areLinksSealed(shop.db.read)).toBe(true);
      const rows = await shop.db.read.selectFrom("vouchers").selectAll().orderBy("id").execute();
      expect(rows).toHaveLength(COUNT);
      for (const [n, row] of rows.entries()) {
        // The card number of these rows is none.
        const links = { ...row, card_number_sealed: row.claim_url_sealed! };
        expect(unsealVoucher(shop, links).claimUrl).toBe(plainVoucher(n).claim_url);
      }
    });
  }

  test("are sealed when the shop opens, and no longer readable in any file while it is open", async () => {
    expect(await readStored(place)).toContain("CANARYCLAIM");
    await withTestShop(place.databases, {}, async () => expect(await readStored(place)).not.toContain("CANARY"));
    await expectSealed();
  });

  test("are sealed by the next start when the first one crashes in between", async () => {
    let count = 0;
    const dying = changed((db) => ({
      transaction(fn) {
        if (++count === 2) throw new Error("killed");
        return db.transaction(fn);
      },
    }));
    await expect(withTestShop(dying, {}, async () => {})).rejects.toThrow("killed");
    const notErasing = changed(() => ({ eraseFreed: () => Promise.reject(new Error("busy")) }));
    const lines: string[] = [];
    await withTestShop(notErasing, { log: (line) => void lines.push(line) }, async ({ db }) =>
      expect(await areLinksSealed(db.read)).toBe(false),
    );
    expect(lines.join("")).toContain("may still be readable");
    await withTestShop(place.databases, {}, async () => {});
    await expectSealed();
  });

  test("are sealed once by two programs that start at the same time", async () => {
    const cli = createCli(place, { acme: {} });
    await Promise.all([1, 2].map(() => cli.ok("stock", "list", "acme")));
    await expectSealed(); // opens it once more: one may have kept the other from erasing
  });

  test("are sealed at the next start when a replica of the older version adds them", async () => {
    await withTestShop(place.databases, {}, (shop) =>
      shop.db.transaction((tx) =>
        tx
          .updateTable("vouchers")
          .set({ claim_url: plainVoucher(0).claim_url, claim_url_sealed: null })
          .where("id", "=", idOf(0))
          .execute(),
      ),
    );
    await withTestShop(place.databases, {}, async (shop) => {
      expect(await areLinksSealed(shop.db.read)).toBe(true);
      await sealClaimLinks(shop); // again: nothing to do
    });
    await expectSealed();
  });
});

test("SQLite reports that it erases nothing while another process reads an older state", async () => {
  const place = await createTestDatabases("sqlite");
  const db = await place.databases.open("acme");
  const reader = new SqliteDatabase(join(place.dataDir, "acme.db"), { readonly: true });
  reader.exec("begin");
  reader.prepare("select count(*) from users").get();
  await db.transaction((tx) => tx.insertInto("budgets").values({ name: "x", used: 1, ends_at: 2 }).execute());
  await expect(db.eraseFreed()).rejects.toThrow("another program is reading");
  reader.close();
  await db.eraseFreed();
  await db.close();
  await place.databases.close();
  await place.drop();
});
