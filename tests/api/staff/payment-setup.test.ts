import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { finishAll } from "../../../api/brand/finish.ts";
import { insertPaymentRefund } from "../../../api/repositories/refunds/payment-refunds.ts";
import { createRazorpaySimulator } from "../../../simulators/razorpay/simulator.ts";
import { listen, type Listening } from "../../../simulators/wire/listen.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { startOrder, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

const KEYS = { keyId: "rzp_test_1", keySecret: "api-secret", webhookSecret: "hook-secret" };
const SECRETS = {
  PAYMENTS_ACME_KEY_ID: KEYS.keyId,
  PAYMENTS_ACME_KEY_SECRET: KEYS.keySecret,
  PAYMENTS_ACME_WEBHOOK_SECRET: KEYS.webhookSecret,
  PAYMENTS_OTHER_KEY_ID: KEYS.keyId,
  PAYMENTS_OTHER_KEY_SECRET: "wrong-secret",
  PAYMENTS_OTHER_WEBHOOK_SECRET: KEYS.webhookSecret,
};
const CONSOLE = { editedIn: "console" };
const PUBLIC = {
  hostnames: ["gifts.example.com"],
  payments: { gateway: "vpa", vpa: "public@bank" },
  ...CONSOLE,
};
const VPA = { gateway: "vpa", vpa: "acme@okbank", window_minutes: "120" };

describe.each(engines)("how a brand is paid, in the console (%s)", (engine) => {
  let api: TestApi;
  let desk: Desk;
  let server: Listening;
  beforeAll(async () => {
    server = await listen(createRazorpaySimulator(KEYS));
    const settings = { acme: CONSOLE, other: CONSOLE, public: PUBLIC };
    const tenants = ["acme", "other", "public", "elsewhere"];
    const secrets = { ...SECRETS, PAYMENTS_ACME_URL: server.url, PAYMENTS_OTHER_URL: server.url };
    api = await startTestApi(engine, { ...DESK, tenants, settings, secrets });
    desk = await openDesk(api);
    await stockUp(api, 10);
  });
  afterAll(async () => {
    await api.close();
    await server.close();
  });

  const fileOf = (brand: string) => join(api.tenantsDir, brand, "tenant.json");
  const read = (brand = "acme") => JSON.parse(readFileSync(fileOf(brand), "utf8"));
  const show = async (brand = "acme") => (await desk.get("/brand/payments", { brand })).body;
  const save = async (body: object, brand = "acme") =>
    desk.post("/brand/payments", { seen: (await show(brand)).seen, ...body }, { brand });
  const razorpay = () => ({ gateway: "razorpay", mode: "hosted", refunds: "manual", url: server.url });
  const versions = async () => (await desk.get("/brand")).body.versions as { number: number; changed: string[] }[];
  beforeEach(() => {
    for (const brand of ["acme", "other"]) {
      const { payments: _, ...rest } = read(brand);
      writeFileSync(fileOf(brand), JSON.stringify(rest));
    }
  });

  test("is shown with the names of the secrets that are there and missing, never their values", async () => {
    const answer = await desk.get("/brand/payments");
    const { current, secrets, read_only, may_sandbox, may_simulate, left } = answer.body;
    expect([current, read_only, may_sandbox, may_simulate, left]).toEqual([
      { gateway: "sandbox" },
      null,
      true,
      true,
      null,
    ]);
    expect(secrets.razorpay).toEqual(
      ["KEY_ID", "KEY_SECRET", "WEBHOOK_SECRET"].map((name) => ({ variable: `PAYMENTS_ACME_${name}`, problem: null })),
    );
    expect(secrets.cashfree[0]).toEqual({
      variable: "PAYMENTS_ACME_CLIENT_ID",
      problem: "PAYMENTS_ACME_CLIENT_ID is missing (or PAYMENTS_ACME_CLIENT_ID_FILE, the path of a file)",
    });
    for (const value of Object.values(KEYS)) expect(answer.text).not.toContain(value);
  });

  test("becomes the brand's own UPI id: a version with an entry of before and after", async () => {
    const { body, status } = await save(VPA);
    expect([status, body.findings]).toEqual([
      200,
      [{ level: "ok", text: "payments go to acme@okbank; you confirm each" }],
    ]);
    expect(read().payments).toEqual({ gateway: "vpa", vpa: "acme@okbank", windowMinutes: 120 });
    const [newest] = await versions();
    expect(newest).toMatchObject({
      number: body.number,
      changed: ["payments.gateway", "payments.vpa", "payments.windowMinutes"],
    });
    const entry = (await desk.acts("acme")).findLast(({ act }) => act === "payments.set")!;
    expect([JSON.parse(entry.before!), JSON.parse(entry.after!)]).toEqual([
      { "payments.gateway": null, "payments.vpa": null, "payments.windowMinutes": null },
      { "payments.gateway": "vpa", "payments.vpa": "acme@okbank", "payments.windowMinutes": 120 },
    ]);
    const { current, left } = await show();
    expect([current, left]).toEqual([{ gateway: "vpa", vpa: "acme@okbank", window_minutes: 120 }, null]);
  });

  test("becomes Razorpay once it accepts the credentials, with what is left to do there", async () => {
    const tried = await desk.post("/brand/payments/try", razorpay());
    expect([tried.status, tried.body.open]).toEqual([200, null]);
    expect(tried.body.findings).toContainEqual({ level: "ok", text: "Razorpay accepts the test key" });
    expect(read().payments).toBeUndefined();
    expect((await desk.acts("razorpay")).at(-1)).toMatchObject({ act: "payments.try" });

    expect((await save(razorpay())).body).toMatchObject({ number: expect.any(Number), objections: [] });
    expect(read().payments).toEqual(razorpay());
    expect((await show()).left).toEqual({
      webhook_url: "https://acme.localhost/payment-notification",
      events: expect.arrayContaining(["payment.captured", "payment.dispute.created"]),
    });
    expect(JSON.stringify(await desk.everyAct())).not.toMatch(/api-secret|hook-secret/);
  });

  test("goes back to the sandbox where the brand may use it", async () => {
    await save(VPA);
    expect((await save({ gateway: "sandbox" })).status).toBe(200);
    expect(read().payments).toBeUndefined();
    const refused = await save({ gateway: "sandbox" }, "public");
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { gateway: expect.stringContaining("approve their own payments") },
    ]);
    expect([(await show("public")).may_sandbox, read("public").payments.gateway]).toEqual([false, "vpa"]);
  });

  test("stays as it is while the gateway refuses the credentials, until that is confirmed", async () => {
    const refused = await save(razorpay(), "other");
    expect(refused.body).toMatchObject({ number: null, objections: ["refused"], open: null });
    expect(refused.body.findings[0]).toMatchObject({ level: "error", text: expect.stringContaining("refuses") });
    expect(refused.text).not.toContain("wrong-secret");
    expect((await save({ ...razorpay(), confirmed: ["open"] }, "other")).body.number).toBeNull();
    expect(read("other").payments).toBeUndefined();
    const confirmed = await save({ ...razorpay(), confirmed: ["refused"] }, "other");
    expect(confirmed.body.number).toEqual(expect.any(Number));
    expect(read("other").payments).toMatchObject({ gateway: "razorpay" });
  });

  test("stays as it is while secrets are missing, each of which is named, and nobody is asked", async () => {
    const { body } = await save({ gateway: "cashfree" });
    expect(body).toMatchObject({ number: null, objections: ["refused"] });
    expect(body.findings.map(({ text }: { text: string }) => text.split(" ")[0])).toEqual([
      "PAYMENTS_ACME_CLIENT_ID",
      "PAYMENTS_ACME_CLIENT_SECRET",
    ]);
    expect(read().payments).toBeUndefined();
  });

  test("stays as it is while payments or refunds of the former gateway are open, until that is confirmed", async () => {
    await save(razorpay());
    const { db, clock } = api.shop();
    const { orderId, payment } = await startOrder(api);
    await db.transaction((tx) =>
      tx.updateTable("payments").set({ gateway: "razorpay" }).where("id", "=", payment.payment_id).execute(),
    );
    const owed = {
      orderId,
      paymentId: payment.payment_id,
      gatewayPaymentId: "pay_1",
      amount: 90_000,
      reason: "double" as const,
      nextTryAt: null,
      now: clock.now(),
    };
    await db.transaction((tx) => insertPaymentRefund(tx, owed));
    const refused = await save(VPA);
    expect(refused.body).toMatchObject({
      number: null,
      objections: ["open"],
      open: "1 unpaid payment and 1 refund of razorpay may still change, and the shop could no longer ask",
    });
    expect((await save({ ...VPA, confirmed: ["refused"] })).body.number).toBeNull();
    expect(read().payments.gateway).toBe("razorpay");
    expect((await save({ ...VPA, confirmed: ["open"] })).body.number).toEqual(expect.any(Number));
    expect(read().payments.gateway).toBe("vpa");
    await db.transaction((tx) => tx.updateTable("payments").set({ gateway: null }).execute());
    await db.transaction((tx) => tx.updateTable("payment_refunds").set({ state: "done" }).execute());
  });

  test.each([
    [{ gateway: "paypal" }, "gateway"],
    [{ gateway: "vpa" }, "vpa"],
    [{ gateway: "vpa", vpa: "acme" }, "vpa"],
    [{ ...VPA, window_minutes: "soon" }, "window_minutes"],
    [{ ...VPA, window_minutes: "4" }, "window_minutes"],
    [{ gateway: "razorpay", mode: "popup" }, "mode"],
    [{ gateway: "razorpay", refunds: "never" }, "refunds"],
    [{ gateway: "phonepe", environment: "moon" }, "environment"],
    [{ gateway: "razorpay", url: "https://thief.example" }, "url"],
    [{ gateway: "razorpay", url: "http://x@127.0.0.1:1" }, "url"],
    [{ gateway: "razorpay", url: "http://127.0.0.1.thief.example" }, "url"],
  ])("refuses %j beside its field, and writes nothing", async (body, field) => {
    for (const path of ["/brand/payments", "/brand/payments/try"]) {
      const answer = await desk.post(path, { seen: (await show()).seen, ...body });
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, [field]]);
    }
    expect(read().payments).toBeUndefined();
  });

  test("sends the secrets of a public brand to no simulator", async () => {
    const { status, body } = await save(razorpay(), "public");
    expect([status, Object.keys(body.errors), read("public").payments.gateway]).toEqual([400, ["url"], "vpa"]);
    expect((await show("public")).may_simulate).toBe(false);
    const { url: _, ...tested } = { ...razorpay(), gateway: "phonepe", environment: "test" };
    const test = await save(tested, "public");
    expect([test.status, Object.keys(test.body.errors)]).toEqual([400, ["environment"]]);
  });

  test("a loopback brand beside a public one names no other address on this machine", async () => {
    const { status, body } = await save({ ...razorpay(), url: "http://127.0.0.1:9/" });
    expect([status, body.errors.url]).toEqual([400, expect.stringContaining("name this address in PAYMENTS_ACME_URL")]);
  });

  test("is not changed where the files are kept elsewhere, or have changed meanwhile", async () => {
    expect((await show("elsewhere")).read_only).toBe("kept elsewhere");
    const elsewhere = await save(VPA, "elsewhere");
    expect([elsewhere.status, read("elsewhere").payments]).toEqual([409, undefined]);
    const { seen } = await show();
    writeFileSync(fileOf("acme"), JSON.stringify({ ...read(), coins: { validDays: 30 } }));
    const stale = await save({ ...VPA, seen });
    expect([stale.status, stale.body.error, read().payments]).toEqual([409, "files_changed", undefined]);
    expect(stale.body.detail).toContain("Open the page again.");
  });

  test("changes without the draft, which goes on and publishes beside it", async () => {
    const shown = (await desk.get("/brand")).body;
    const tenant = { ...shown.files.tenant, branding: { ...shown.files.tenant.branding, email: "draft@acme.test" } };
    await desk.post("/brand/draft", { files: { ...shown.files, tenant }, seen: shown.seen });
    await save(VPA);
    expect(read().branding.email).toBe("help@acme.test");
    const { draft, seen } = (await desk.get("/brand")).body;
    expect(draft).toMatchObject({ is_stale: false, problems: {} });
    expect((await desk.post("/brand/publish", { seen })).status).toBe(200);
    expect(read()).toMatchObject({ branding: { email: "draft@acme.test" }, payments: { vpa: "acme@okbank" } });
  });

  test("stays as it is now on a way back to an earlier version", async () => {
    await save(VPA);
    const earlier = (await versions())[1]!.number;
    await save({ ...VPA, vpa: "acme2@okbank" });
    const { seen } = (await desk.get("/brand")).body;
    await desk.post("/brand/roll-back", { number: earlier, seen });
    expect(read().payments.vpa).toBe("acme2@okbank");
  });

  test("is finished at the next start where the program was killed before tenant.json was written", async () => {
    const before = readFileSync(fileOf("acme"), "utf8");
    await save(VPA);
    const { parts } = api.staff;
    const killed = (now: string) => {
      writeFileSync(fileOf("acme"), now);
      return parts.db.transaction((tx) =>
        tx.updateTable("brand_versions").set({ written_at: null }).where("number", "=", newest).execute(),
      );
    };
    const newest = (await versions())[0]!.number;
    await killed(before);
    await finishAll(parts);
    expect(read().payments).toMatchObject({ vpa: "acme@okbank" });
    // Somebody has chosen another one since.
    await killed(JSON.stringify({ ...JSON.parse(before), payments: { gateway: "vpa", vpa: "hand@bank" } }));
    await finishAll(parts);
    expect(read().payments).toMatchObject({ vpa: "hand@bank" });
  });

  test("is read by managers and auditors, and changed by owners", async () => {
    for (const [role, shown, changed] of [
      ["owner", 200, 400],
      ["manager", 200, 404],
      ["auditor", 200, 404],
      ["catalogue", 200, 404],
      ["finance", 404, 404],
    ] as const) {
      const ask = await desk.member(role);
      const answers = [await ask("GET", "/brand/payments"), await ask("POST", "/brand/payments", {})];
      expect([role, ...answers.map(({ status }) => status)]).toEqual([role, shown, changed]);
    }
  });
});
