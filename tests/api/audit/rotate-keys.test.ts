import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { listKeyUses, rotateKeys } from "../../../api/audit/rotate-keys.ts";
import type { TenantDatabase } from "../../../api/db/database.ts";
import { couponCodes } from "../../../api/domain/coins.ts";
import { codeHashes, seal, unseal } from "../../../api/domain/encryption.ts";
import { createTenantKeys, parseDataKeys } from "../../../api/domain/keys.ts";
import { openContents, queueSealedMail } from "../../../api/mail/sealed-mail.ts";
import { insertReset } from "../../../api/repositories/accounts/password-resets.ts";
import { unsealVoucher } from "../../../api/repositories/cards/vouchers.ts";
import { findRedeemableCoupon, insertCoupon } from "../../../api/repositories/coins/coupons.ts";
import { findEndpoint, insertEndpoint } from "../../../api/repositories/outgoing/endpoints.ts";
import { findInMailbox, keepInMailbox } from "../../../api/sandbox/mailbox.ts";
import type { Shop } from "../../../api/shop/shop.ts";
import { withTestShop } from "../../helpers/api/open-shop.ts";
import { addVoucherStock } from "../../helpers/api/supply.ts";
import { startTestApi } from "../../helpers/api/test-api.ts";
import { createTestCatalogue, PRODUCT } from "../../helpers/api/test-catalogue.ts";
import { notify, startOrder, stockUp } from "../../helpers/api/test-orders.ts";
import { type Cli, createCli } from "../../helpers/cli/cli.ts";
import { createTestDatabases, engines } from "../../helpers/database/test-database.ts";
import { rotateUntilKilled } from "../../helpers/processes/killed-rotation.ts";

const key = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString("base64")}`;
/** The ids are alike but for a character that LIKE would take for any other one. */
const [OLD, NEW, LOST] = [key("k_1", 1), key("kx1", 2), key("lost", 3)];

/** More than two batches. */
const CARDS = 450;
const COUPONS = 30;

const card = (n: number) => ({
  cardNumber: `CARD-${n}`,
  pin: n % 2 ? `PIN-${n}` : null,
  claimUrl: n % 3 ? `https://claim.example/${n}` : null,
  faceValue: null,
  expiresAt: null,
});
const cards = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => card(from + at));

describe.each(engines)("keys rotate on %s", (engine) => {
  let place: Awaited<ReturnType<typeof createTestDatabases>>;
  let cli: Cli;
  beforeEach(async () => {
    place = await createTestDatabases(engine);
    cli = createCli(place, { acme: {} });
    await withKeys(OLD, async (shop) => {
      await createTestCatalogue(shop);
      await fill(shop);
    });
  });
  afterEach(async () => {
    await place.databases.close();
    await place.drop();
  });

  const withKeys = <T>(dataKey: string, use: (shop: Shop) => Promise<T>) =>
    withTestShop(place.databases, { dataKeys: parseDataKeys(dataKey) }, use);
  const run = (dataKey: string, ...args: string[]) => cli.run(["keys", ...args], { env: { DATA_KEY: dataKey } });

  async function fill(shop: Shop) {
    await addVoucherStock(shop, PRODUCT.choices, cards(0, CARDS));
    await shop.db.transaction(async (tx) => {
      for (let n = 0; n < COUPONS; n++) {
        await insertCoupon(tx, shop, { code: `COUPON-${n}`, amount: 100, userId: null, validDays: null });
      }
      await queueSealedMail(tx, shop, { kind: "contact-message", about: "one", contents: { text: "hello" } as never });
      const sealed = seal(shop.keys, "endpoint", "whsec_c2VjcmV0", { tenantId: shop.tenant.id, id: "e" });
      const secrets = { secret_sealed: sealed, old_secret_sealed: sealed, old_secret_until: 1 };
      const state = { paused_at: null, problem: null, rest_until: null, failing_since: null, delivered_at: null };
      const rest = { ...state, created_by: "", created_at: 1 };
      await insertEndpoint(tx, { id: "e", url: "https://a.test/", ...secrets, ...rest }, 1);
      const [codeHash] = codeHashes(shop.keys, "reset-code", "r 1234");
      const now = Date.now();
      await insertReset(tx, { id: "r", userId: null, codeHash, deviceHash: null, now, expiresAt: now + 5 * 60_000 });
    });
    const parts = { tenantId: shop.tenant.id, ...shop };
    const mail = { id: "m", to: "a@b.test", subject: "Hello", text: "Asha", html: "" };
    await keepInMailbox(parts, { send: async () => {} }).send(mail);
  }

  /** Everything is found, and opens, with `dataKey` alone. */
  async function expectAllOpen(dataKey: string, count = CARDS) {
    await withKeys(dataKey, async (shop) => {
      const rows = await shop.db.read.selectFrom("vouchers").selectAll().orderBy("created_at").execute();
      const opened = rows.map((row) => unsealVoucher(shop, row));
      const expected = cards(0, count).map(({ cardNumber, pin, claimUrl }) => ({ cardNumber, pin, claimUrl }));
      const byNumber = (one: { cardNumber: string }, other: { cardNumber: string }) =>
        one.cardNumber < other.cardNumber ? -1 : 1;
      expect(opened.sort(byNumber)).toEqual(expected.sort(byNumber));
      expect(await addVoucherStock(shop, PRODUCT.choices, [card(7), card(CARDS - 1)])).toBe(0); // known cards
      for (let n = 0; n < COUPONS; n++) {
        expect(await findRedeemableCoupon(shop.db.read, shop, couponCodes(`COUPON-${n}`), "u")).toBeDefined();
      }
      const [mail] = await shop.db.read.selectFrom("outbox").selectAll().execute();
      expect(openContents(shop, mail!)).toEqual({ text: "hello" });
      expect(await findInMailbox({ tenantId: "acme", ...shop }, "m")).toMatchObject({ text: "Asha" });
      const { secret_sealed, old_secret_sealed } = (await findEndpoint(shop.db.read, "e"))!;
      for (const sealed of [secret_sealed, old_secret_sealed!])
        expect(unseal(shop.keys, "endpoint", sealed, { tenantId: "acme", id: "e" })).toBe("whsec_c2VjcmV0");
    });
  }

  test("reseal all that the old key sealed, and the old key may go", async () => {
    const counted = `${CARDS} card numbers, 225 PINs, 300 claim links, ${CARDS} card fingerprints, ${CARDS} card identities, ${CARDS} last digits of cards, ${COUPONS} coupon codes, ${COUPONS} coupon hashes, 1 queued mails, 1 sandbox mails, 1 endpoints' secrets, 1 endpoints' former secrets`;
    const dry = await run(`${NEW},${OLD}`, "rotate", "--dry-run");
    expect(dry).toEqual({ code: 0, stdout: `acme: ${counted} to seal again with key kx1.\n`, stderr: "" });
    await expectAllOpen(OLD);

    const done = await run(`${NEW},${OLD}`, "rotate");
    const [rows, verdict, ...more] = done.stdout.split("\n");
    expect([done.code, done.stderr, rows]).toEqual([0, "", "acme: 483 rows sealed again with key kx1."]);
    expect(verdict).toMatch(
      /^acme: key k_1 can be removed from DATA_KEY after \S+Z; until then 1 reset codes and access tokens may need it\.$/,
    );
    expect(Date.parse(/after (\S+Z)/.exec(verdict!)![1]!)).toBeGreaterThan(Date.now() + 14 * 60_000);
    expect(more.join("\n")).toContain("A backup opens only with the key that it was made with");
    await expectAllOpen(NEW);

    const listed = JSON.parse((await run(`${NEW},${OLD}`, "list", "--json")).stdout) as { what: string; key: string }[];
    expect(listed.filter((row) => row.key === "k_1").map(({ what }) => what)).toEqual(["reset codes"]);
    expect(listed).toContainEqual({ brand: "acme", what: "card numbers", key: "kx1", count: CARDS, until: null });
    const again = await run(`${NEW},${OLD}`, "rotate", "acme", "--erase");
    expect(again.stdout).toContain("acme: 0 rows sealed again with key kx1.");
  });

  test("lose nothing when killed in the middle, and the next run does the rest", async () => {
    const plan = { storage: place, dataKey: `${NEW},${OLD}`, killAt: 2 };
    const storage = { dataDir: place.dataDir, url: place.url };
    expect(await rotateUntilKilled({ ...plan, storage })).toBe("SIGKILL");
    await withKeys(`${NEW},${OLD}`, async (shop) => {
      const uses = (await listKeyUses(shop)).filter(({ what }) => what === "card numbers");
      expect(uses.map((use) => use.key).sort()).toEqual(["k_1", "kx1"]); // in the middle indeed
    });
    await expectAllOpen(`${NEW},${OLD}`);
    expect((await run(`${NEW},${OLD}`, "rotate")).code).toBe(0);
    await expectAllOpen(NEW);
  });

  test("block nobody in a run that finds nothing to do, however much there is", async () => {
    await withKeys(`${NEW},${OLD}`, async (shop) => {
      await rotateKeys(shop);
      const transaction = () => Promise.reject(new Error("a transaction was begun"));
      expect(await rotateKeys({ ...shop, db: { ...shop.db, transaction } })).toEqual({ remade: 0, unreadable: 0 });
    });
  });

  test("leave a mail alone that is sent meanwhile", async () => {
    await withKeys(`${NEW},${OLD}`, async (shop) => {
      let left = 7; // five batches of cards, one of coupons, and then the mail
      const transaction: TenantDatabase["transaction"] = async (fn) => {
        if (--left === 0) await shop.db.transaction((tx) => tx.updateTable("outbox").set({ sealed: null }).execute());
        return shop.db.transaction(fn);
      };
      const rotation = await rotateKeys({ ...shop, db: { ...shop.db, transaction } });
      expect(rotation).toEqual({ remade: CARDS + COUPONS + 2, unreadable: 0 });
    });
  });

  test("rotate beside an open shop that goes on adding and reading", async () => {
    await withKeys(`${NEW},${OLD}`, async (shop) => {
      let isDone = false;
      const rotation = run(`${NEW},${OLD}`, "rotate").finally(() => (isDone = true));
      let count = CARDS;
      while (!isDone) {
        await addVoucherStock(shop, PRODUCT.choices, cards(count, count + 5));
        count += 5;
        expect(await findRedeemableCoupon(shop.db.read, shop, couponCodes("COUPON-3"), "u")).toBeDefined();
        const [any] = await shop.db.read.selectFrom("vouchers").selectAll().limit(1).execute();
        expect(unsealVoucher(shop, any!).cardNumber).toMatch(/^CARD-/);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      expect(await rotation).toMatchObject({ code: 0, stderr: "" });
      await expectAllOpen(NEW, count);
    });
  });

  test("hide no coupon from a shopper, whichever query the rotation comes after", async () => {
    await withKeys(`${NEW},${OLD}`, async (shop) => {
      const rotateAfterEachQuery = shop.db.read.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          await rotateKeys(shop);
          return result;
        },
      });
      expect(await findRedeemableCoupon(rotateAfterEachQuery, shop, couponCodes("COUPON-3"), "u")).toBeDefined();
    });
  });

  test("report that rows added later under the old DATA_KEY still need the old key", async () => {
    await withKeys(`${NEW},${OLD}`, rotateKeys);
    await withKeys(OLD, async (shop) => {
      const [codeHash] = codeHashes(shop.keys, "reset-code", "late 1234");
      const now = Date.now();
      await shop.db.transaction((tx) =>
        insertReset(tx, { id: "late", userId: null, codeHash, deviceHash: null, now, expiresAt: now + 1e6 }),
      );
      // A card of a row that does not open, since only this program would have made it so.
      await addVoucherStock(shop, PRODUCT.choices, [card(9_999)]);
      const damaged = sql<string>`substr(card_number_sealed, 1, 20)`;
      const hash = codeHashes(shop.keys, "voucher-fingerprint", "CARD-9999")[0];
      await shop.db.transaction((tx) =>
        tx.updateTable("vouchers").set({ card_number_sealed: damaged }).where("fingerprint", "=", hash).execute(),
      );
    });
    const ran = await run(`${NEW},${OLD}`, "rotate");
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain("acme: 1 rows do not open with any key of DATA_KEY; they stay unchanged.");
    expect(ran.stdout).toContain("acme: key k_1 is still needed by 1 card numbers");
  });

  test("refuse a key with the right id and other bytes, since the right one might be dropped then", async () => {
    const ran = await run(key("k_1", 9), "rotate");
    expect(ran).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("key k_1 of DATA_KEY is not") });
  });

  test("add nothing under a key with the right id and other bytes, and every start says so", async () => {
    const wrong = key("k_1", 9);
    const env = { DATA_KEY: wrong };
    const refusal = { code: 1, stdout: "", stderr: expect.stringContaining("key k_1 of DATA_KEY is not") };
    const input = "product,denomination,card_number\nCHOICES,500,CARD-NEW\n";
    expect(await cli.run(["stock", "add", "acme", "-"], { env, input })).toMatchObject(refusal);
    expect(await cli.run(["coupons", "create", "acme", "--coins", "5"], { env })).toMatchObject(refusal);

    const errorsOf = async (dataKey: string) => {
      const lines: string[] = [];
      const options = { dataKeys: parseDataKeys(dataKey), log: (line: string) => void lines.push(line) };
      await withTestShop(place.databases, options, async () => {});
      return lines.filter((line) => line.includes('"level":50'));
    };
    expect(await errorsOf(OLD)).toEqual([]);
    expect(await errorsOf(wrong)).toEqual([
      expect.stringMatching(/"tenant":"acme","key":"k_1".*DATA_KEY holds another key/),
    ]);
  });

  test("count, name and leave rows of a key that DATA_KEY no longer lists, and reseal the others", async () => {
    await withKeys(LOST, (shop) => addVoucherStock(shop, PRODUCT.choices, [card(8_000), card(8_001)]));
    const ran = await run(`${NEW},${OLD}`, "rotate");
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain("acme: 483 rows sealed again with key kx1.");
    expect(ran.stdout).toContain("acme: 2 rows do not open with any key of DATA_KEY; they stay unchanged.");
    expect(ran.stdout).toMatch(/nothing opens 2 card numbers, .*: key lost made them, and DATA_KEY does not list it\./);
    expect(ran.stdout).toContain("key k_1 can be removed");
    await withKeys(LOST, async (shop) => {
      const rows = await shop.db.read.selectFrom("vouchers").selectAll().execute();
      const lost = rows.filter((row) => row.card_number_sealed.startsWith("lost:"));
      expect(lost.map((row) => unsealVoucher(shop, row).cardNumber).sort()).toEqual(["CARD-8000", "CARD-8001"]);
    });
  });
});

test("make an order that is paid meanwhile wait for its vouchers on PostgreSQL", async () => {
  const api = await startTestApi("postgres");
  await stockUp(api, 2); // as many as the order needs
  const { orderId, payment } = await startOrder(api);
  const shop = api.shop();
  const keys = createTenantKeys(parseDataKeys(`${NEW},1:${Buffer.alloc(32, 7).toString("base64")}`), "acme");
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const transaction: TenantDatabase["transaction"] = (fn) =>
    shop.db.transaction(async (tx) => {
      const result = await fn(tx);
      held.resolve();
      await release.promise;
      return result;
    });
  const rotation = rotateKeys({ ...shop, keys, db: { ...shop.db, transaction } });
  await held.promise;

  let isSettled = false;
  const settled = notify(api, payment).finally(() => (isSettled = true));
  const isWaiting = async () =>
    (await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      .execute(shop.db.read)
      .then(({ rows }) => rows.length > 0)) || isSettled;
  await expect.poll(isWaiting).toBe(true);
  release.resolve();
  await Promise.all([rotation, settled]);
  const order = shop.db.read.selectFrom("orders").select("status").where("id", "=", orderId);
  expect(await order.executeTakeFirst()).toEqual({ status: "completed" });
  await api.close();
});
