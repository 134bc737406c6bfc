import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { exportCatalogue } from "../../../api/catalogue/export-catalogue.ts";
import { importCatalogue } from "../../../api/catalogue/import-catalogue.ts";
import { sendStockNotices } from "../../../api/catalogue/send-stock-notices.ts";
import { parseCatalogueFile } from "../../../api/domain/files/catalogue-file.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { PRODUCT } from "../../helpers/api/test-catalogue.ts";
import { runWorker, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

describe.each(engines)("stock notices on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine, { limits: { stockNoticesPerUser: 3, stockNoticesPerUserAndDay: 4 } });
  });
  afterAll(() => api.close());

  const choice = (product_id: number, denomination: number) => ({ product_id, denomination });
  const ask = (token: string, body: object, tenant?: string) =>
    api.request("POST", "/stock-notice/", { token, body, tenant });
  const forget = (token: string, body: object) => api.request("DELETE", "/stock-notice/", { token, body });
  const waiting = async (token: string) => (await api.request("GET", "/stock-notice/", { token })).body;
  const mailsTo = (address: string) => api.mails.splice(0).filter(({ to }) => to === address);

  test("mail a shopper once when vouchers come, however many workers look, and then forget the shopper", async () => {
    const { token, email } = await api.signUp();
    const wanted = choice(7, 110);
    expect((await ask(token, wanted)).status).toBe(201);
    expect((await ask(token, wanted)).status).toBe(201);
    expect(await waiting(token)).toEqual([wanted]);
    await runWorker(api);
    expect(mailsTo(email)).toEqual([]);

    await stockUp(api, 1, { product: 7, rupees: 110 });
    await Promise.all([runWorker(api), runWorker(api), runWorker(api)]);
    await runWorker(api);
    const mails = mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual(["Night 1 is back at acme rewards"]);
    expect(mails[0]!.text).toContain("Night 1 of ₹110.00 is in stock again");
    expect(mails[0]!.text).toContain("https://acme.localhost/shopping-cart?product=7&denomination=110");
    expect(await waiting(token)).toEqual([]);
  });

  test("tell all who wait for one amount, and nobody who waits for another", async () => {
    const shoppers = [await api.signUp(), await api.signUp(), await api.signUp()];
    for (const { token } of shoppers.slice(0, 2)) await ask(token, choice(PRODUCT.choices, 250));
    await ask(shoppers[2]!.token, choice(PRODUCT.choices, 500));
    await stockUp(api, 1, { product: PRODUCT.choices, rupees: 250 });
    await runWorker(api);
    const told = api.mails.splice(0).map(({ to }) => to);
    expect(told.toSorted()).toEqual(shoppers.slice(0, 2).map(({ email }) => email));
    await stockUp(api, 1, { product: PRODUCT.choices });
    await runWorker(api);
    expect(mailsTo(shoppers[2]!.email)).toHaveLength(1);
  });

  test("go out after any code that somebody waits for", async () => {
    const shoppers = [await api.signUp(), await api.signUp()];
    for (const { token } of shoppers) await ask(token, choice(18, 220));
    await stockUp(api, 1, { product: 18, rupees: 220 });
    await sendStockNotices(api.shop());
    api.clock.turn(1_000);
    await api.request("POST", "/user/forgot/", { body: { username: shoppers[0]!.email } });
    api.mails.splice(0);
    await runWorker(api);
    const subjects = api.mails.splice(0).map(({ subject }) => subject);
    expect(subjects).toEqual([
      expect.stringMatching(/password/i),
      ...shoppers.map(() => "Night 12 is back at acme rewards"),
    ]);
  });

  test("lose neither request nor mail when a worker fails in between", async () => {
    const { token, email } = await api.signUp();
    await ask(token, choice(8, 120));
    await stockUp(api, 1, { product: 8, rupees: 120 });
    const broken = { ...api.shop(), tenant: undefined } as never;
    await expect(sendStockNotices(broken)).rejects.toThrow();
    expect(await waiting(token)).toHaveLength(1);
    await runWorker(api);
    expect(mailsTo(email)).toHaveLength(1);
  });

  test("are sent for a card that an import puts back on sale", async () => {
    await stockUp(api, 1, { product: PRODUCT.unavailable, rupees: 100 });
    const { token, email } = await api.signUp();
    expect((await ask(token, choice(PRODUCT.unavailable, 100))).status).toBe(201);
    await runWorker(api);
    expect(mailsTo(email)).toEqual([]);
    const file = await exportCatalogue(api.shop());
    const products = file.products.map((product) => ({ ...product, is_available: true }));
    const parsed = parseCatalogueFile(JSON.stringify({ ...file, products }), {
      imageOrigins: [],
      suppliers: {},
      languages: ["en"],
    });
    if ("problems" in parsed) throw new Error(JSON.stringify(parsed.problems));
    await importCatalogue(api.shop(), parsed.catalogue);
    await runWorker(api);
    expect(mailsTo(email)).toHaveLength(1);
  });

  test("are not sent for a withdrawn request", async () => {
    const { token, email } = await api.signUp();
    await ask(token, choice(9, 130));
    expect((await forget(token, choice(9, 130))).status).toBe(204);
    expect((await forget(token, choice(9, 130))).status).toBe(204);
    await stockUp(api, 1, { product: 9 });
    await runWorker(api);
    expect(mailsTo(email)).toEqual([]);
  });

  test("keep the same shopper's other amounts, and other shoppers, waiting after a withdrawn request", async () => {
    const [{ token }, other] = [await api.signUp(), await api.signUp()];
    const [one, two] = [choice(PRODUCT.range, 300), choice(PRODUCT.range, 400)];
    for (const wanted of [one, two]) await ask(token, wanted);
    await ask(other.token, one);
    await forget(token, one);
    expect([await waiting(token), await waiting(other.token)]).toEqual([[two], [one]]);
  });

  test("refuse cards that are in stock, unsold or unknown", async () => {
    await stockUp(api, 1, { product: 10, rupees: 140 });
    const { token } = await api.signUp();
    const answers = [choice(10, 140), choice(11, 151), choice(4711, 100)].map((body) => ask(token, body));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([409, 400, 404]);
    expect((await ask(token, { product_id: "1", denomination: -5 })).status).toBe(400);
    expect(await waiting(token)).toEqual([]);
  });

  test("refuse an unconfirmed address, and store nothing without a session", async () => {
    const { token } = await api.signUp({ isVerified: false });
    const refused = await ask(token, choice(12, 160));
    expect([refused.status, refused.body.detail]).toEqual([403, "Please confirm your e-mail address first."]);
    expect((await ask("", choice(12, 160))).status).toBe(401);
  });

  test("limit a shopper's waiting cards and requests a day", async () => {
    const { token } = await api.signUp();
    for (const [product, rupees] of [
      [12, 160],
      [13, 170],
      [14, 180],
    ] as const)
      expect((await ask(token, choice(product, rupees))).status).toBe(201);
    expect((await ask(token, choice(15, 190))).status).toBe(422);
    await forget(token, choice(12, 160));
    expect((await ask(token, choice(15, 190))).status).toBe(201);
    await forget(token, choice(13, 170));
    expect((await ask(token, choice(16, 200))).status).toBe(429);
  });

  test("belong to one brand and one account, and are deleted with both", async () => {
    const { token, email } = await api.signUp();
    const there = await api.signUp({ tenant: "globex" });
    await ask(token, choice(17, 210));
    await ask(there.token, choice(17, 210), "globex");
    await stockUp(api, 1, { product: 17, tenant: "globex" });
    await runWorker(api);
    expect(mailsTo(email)).toEqual([]);
    await runWorker(api, "globex");
    expect(mailsTo(there.email)).toHaveLength(1);

    const { db } = api.shop();
    const { id } = await db.read.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow();
    const owned = () => db.read.selectFrom("stock_notices").select("id").where("user_id", "=", id).execute();
    expect(await owned()).toHaveLength(1);
    await db.transaction(async (tx) => {
      for (const table of ["sessions", "devices", "email_verifications"] as const)
        await tx.deleteFrom(table).where("user_id", "=", id).execute();
      await tx.deleteFrom("users").where("id", "=", id).execute();
    });
    expect(await owned()).toEqual([]);
  });
});
