import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { setReviewReason } from "../../../api/repositories/orders/orders.ts";
import { createRazorpaySimulator } from "../../../simulators/razorpay/simulator.ts";
import { listen, type Listening } from "../../../simulators/wire/listen.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { orderRow, startOrder, stockUp } from "../../helpers/api/test-orders.ts";
import { type Cli, createCli } from "../../helpers/cli/cli.ts";
import { engines } from "../../helpers/database/test-database.ts";

const PAYMENTS = { gateway: "vpa", vpa: "acme.shop@okbank" };

describe.each(engines)("payments to a UPI id by command on %s", (engine) => {
  let api: TestApi;
  let cli: Cli;
  beforeAll(async () => {
    api = await startTestApi(engine, { settings: { acme: { payments: PAYMENTS } } });
    cli = createCli(api.storage, { acme: { payments: PAYMENTS }, globex: {} });
    api.clock.turn(Date.now() - api.clock.now()); // commands have the machine's
    await stockUp(api, 40);
  });
  afterAll(() => api.close());

  async function order() {
    const { orderId, payment } = await startOrder(api);
    return { orderId, number: payment.order_number };
  }
  const statusOf = async (orderId: string) => (await orderRow(api, orderId)).status;
  const confirm = (number: string, reference: string, amount: string, brand = "acme", ...more: string[]) =>
    cli.run(["payments", "confirm", brand, number, "--reference", reference, "--amount", amount, ...more]);

  test("lists what waits, and confirms it once with the reference of the statement", async () => {
    const [one, other] = [await order(), await order()];
    const rows = (await cli.json("payments", "waiting", "acme")) as { order_number: string }[];
    expect(rows).toContainEqual({
      order_number: one.number,
      reference: expect.stringMatching(/^ACM/),
      amount: 900,
      since: expect.stringMatching(/^\d{4}-.*Z$/),
      status: "pending",
    });
    const paid = { code: 0, stdout: `Order ${one.number}: paid.\n`, stderr: "" };
    expect(await confirm(one.number, "700000000001", "900")).toEqual(paid);
    expect(await statusOf(one.orderId)).toBe("completed");
    const again = { code: 0, stdout: `Order ${one.number}: duplicate.\n`, stderr: "" };
    expect(await confirm(one.number, "700000000001", "900.00")).toEqual(again);
    const left = (await cli.json("payments", "waiting", "acme")) as { order_number: string }[];
    const numbers = left.map(({ order_number }) => order_number);
    expect([numbers.includes(one.number), numbers.includes(other.number)]).toEqual([false, true]);

    const taken = { code: 1, stdout: "", stderr: "awning: 700000000001 has already confirmed another order\n" };
    expect(await confirm(other.number, "700000000001", "900")).toEqual(taken);
    expect(await statusOf(other.orderId)).toBe("pending");
  });

  test("corrects a wrong reference, which a statement's row can then use", async () => {
    const [slip, meant] = [await order(), await order()];
    await confirm(slip.number, "740000000001", "900");
    const correct = (wrong: string, right: string) =>
      cli.run(["payments", "correct", "acme", wrong, "--reference", right]);
    const done = { code: 0, stdout: `Order ${slip.number}: the UTR is 740000000002.\n`, stderr: "" };
    expect(await correct("740000000001", "740000000002")).toEqual(done);
    const input = `reference,amount,note\n740000000001,900,Order ${meant.number}\n740000000002,900,Order ${slip.number}\n`;
    const rows = JSON.parse(
      (await cli.run(["payments", "import", "acme", "-", "--apply", "--json"], { input })).stdout,
    );
    expect(rows.map(({ result }: { result: string }) => result)).toEqual(["paid", "its note names no waiting order"]);
    for (const [wrong, right, code, text] of [
      ["740000000009", "740000000008", 1, "no payment is booked with 740000000009"],
      ["740000000001", "740000000002", 1, "740000000002 has confirmed a payment already"],
      ["74000000000", "740000000002", 2, "UTR must be the 12 digits of the wrong UTR"],
      ["740000000001", "7400000000O2", 2, "--reference must be the 12 digits of a UTR"],
    ] as const)
      expect(await correct(wrong, right)).toEqual({ code, stdout: "", stderr: expect.stringContaining(text) });
  });

  test("says that nothing waits, and refuses a brand with another gateway", async () => {
    expect(await cli.ok("payments", "waiting", "globex")).toBe("No payment waits for a confirmation.\n");
    const refusal = { code: 1, stdout: "", stderr: expect.stringContaining("is not paid to its own UPI id") };
    expect(await confirm("ORD1", "700000000002", "900", "globex")).toEqual(refusal);
    const input = "reference,amount,note\n";
    expect(await cli.run(["payments", "import", "globex", "-"], { input })).toEqual(refusal);
  });

  test("confirms nothing for a reference, an amount or an order that cannot be right", async () => {
    const { number, orderId } = await order();
    for (const [reference, amount, text] of [
      ["70000000000", "900", "--reference must be the 12 digits of a UTR"],
      ["7000000000O1", "900", "--reference must be the 12 digits of a UTR"],
      ["700000000003", "0", "--amount must be rupees above 0"],
      ["700000000003", "9,00", "--amount must be rupees above 0"],
    ] as const) {
      const ran = await confirm(number, reference, amount);
      expect(ran).toEqual({ code: 2, stdout: "", stderr: expect.stringContaining(text) });
    }
    const unknown = await confirm("ORD-NONE", "700000000003", "900");
    expect(unknown).toEqual({ code: 1, stdout: "", stderr: "awning: there is no order ORD-NONE\n" });
    expect(await statusOf(orderId)).toBe("pending");
  });

  test("of another amount become a refund that the list names until it is sent", async () => {
    const { number, orderId } = await order();
    const slip = await confirm(number, "700000000010", "800");
    expect(slip).toEqual({ code: 1, stdout: "", stderr: expect.stringContaining("is over 900 rupees, not 800") });
    expect(await statusOf(orderId)).toBe("pending");
    const meant = await confirm(number, "700000000010", "800", "acme", "--other-amount");
    expect(meant.stdout).toBe(`Order ${number}: mismatch.\n`);
    expect(await statusOf(orderId)).toBe("refund_due");
    const ofOrder = async (...args: string[]) =>
      ((await cli.json("refunds", "list", "acme", ...args)) as { order_number: string }[]).filter(
        ({ order_number }) => order_number === number,
      );
    expect(await ofOrder()).toMatchObject([{ amount: 800, reason: "mismatch", state: "due", sent_at: null }]);
    expect(await cli.ok("refunds", "send", "acme", number)).toContain("Refunded 800 rupees");
    expect(await ofOrder()).toEqual([]);
    expect(await ofOrder("--all")).toMatchObject([{ state: "done", sent_at: expect.any(String) }]);
  });

  test("that come twice are listed as a refund beside the order, which stays completed", async () => {
    const { number, orderId } = await order();
    await confirm(number, "700000000020", "900");
    expect((await confirm(number, "700000000021", "900")).stdout).toContain("double");
    const ofOrder = async (...args: string[]) =>
      ((await cli.json("refunds", "list", "acme", ...args)) as { order_number: string }[]).filter(
        ({ order_number }) => order_number === number,
      );
    const due = { order: orderId, amount: 900, coins: 0, reason: "double", state: "due", sent_at: null };
    expect(await ofOrder()).toMatchObject([due]);
    expect(await cli.ok("refunds", "send", "acme", number)).toContain("Refunded 900 rupees");
    expect([await ofOrder(), await statusOf(orderId)]).toEqual([[], "completed"]);
    expect(await ofOrder("--all")).toMatchObject([{ state: "done", sent_at: expect.any(String) }]);
  });

  test("shows what a statement would confirm, and books only with --apply, only what is clear", async () => {
    const [exact, less, unnamed] = [await order(), await order(), await order()];
    const input = [
      "date,reference,amount,note",
      `2026-11-22,710000000001,900.00,UPI/Asha/Order ${exact.number.toLowerCase()}`,
      `2026-11-22,710000000002,"899.00",Order ${less.number}`,
      "2026-11-22,710000000003,900,UPI/Ravi/thanks",
    ].join("\r\n");
    const run = (...more: string[]) => cli.run(["payments", "import", "acme", "-", ...more], { input });

    const dry = await run();
    expect([dry.code, dry.stderr]).toEqual([0, ""]);
    expect(dry.stdout).toMatch(new RegExp(`710000000001 .*${exact.number} +matches`));
    expect(dry.stdout).toMatch(new RegExp(`710000000002 .*${less.number} +the order has another amount`));
    expect(dry.stdout).toMatch(/710000000003 .*its note names no waiting order/);
    expect(dry.stdout).toContain("Nothing is booked. Add --apply to book 1 row.\n");
    expect(await statusOf(exact.orderId)).toBe("pending");

    const rows = JSON.parse((await run("--apply", "--json")).stdout) as { order_number: string; result: string }[];
    expect(rows).toMatchObject([
      { line: 2, reference: "710000000001", amount: 900, order_number: exact.number, result: "paid" },
      { line: 3, reference: "710000000002", amount: 899, order_number: less.number },
      { line: 4, reference: "710000000003", result: "its note names no waiting order" },
    ]);
    expect(rows[2]!.order_number.split(" or ")).toEqual(expect.arrayContaining([less.number, unnamed.number]));
    const states = await Promise.all([exact, less, unnamed].map(({ orderId }) => statusOf(orderId)));
    expect(states).toEqual(["completed", "pending", "pending"]);

    const again = JSON.parse((await run("--apply", "--json")).stdout) as { result: string }[];
    expect(again[0]!.result).toBe("its note names no waiting order");
    expect(await statusOf(exact.orderId)).toBe("completed");
  });

  test("says where a row's reference has confirmed another order already", async () => {
    const [one, other] = [await order(), await order()];
    await confirm(one.number, "720000000001", "900");
    const input = `reference,amount,note\n720000000001,900,Order ${other.number}\n`;
    const ran = await cli.run(["payments", "import", "acme", "-", "--apply"], { input });
    expect(ran.stdout).toMatch(/720000000001 .* already used/);
    expect(await statusOf(other.orderId)).toBe("pending");
  });

  test("names a debit that takes back the payment of an order, and holds the order with --apply", async () => {
    const { number, orderId } = await order();
    const { db } = api.shop();
    await db.transaction((tx) => setReviewReason(tx, orderId, "large"));
    await confirm(number, "725000000001", "900");
    const input = "Narration,UTR,Debit,Credit\nUPI/DR/ASHA,725000000001,900.00,\n";
    const run = (...more: string[]) => cli.run(["payments", "import", "acme", "-", ...more], { input });
    const back = `the bank took back the payment 725000000001 of order ${number}; the order is held`;
    expect((await run()).stdout).toMatch(new RegExp(`^ +2 +${back} once the statement is booked$`, "m"));
    expect((await orderRow(api, orderId)).review_reason).toBe("large");
    expect((await run("--apply")).stdout).toMatch(new RegExp(`^ +2 +${back}$`, "m"));
    expect(await orderRow(api, orderId)).toMatchObject({ review: "held", review_reason: "given_back" });
  });

  test("books the good rows of a statement beside debits and rows that cannot be read", async () => {
    const { number, orderId } = await order();
    const file = join(cli.env.DATA_DIR, "statement.csv");
    const lines = ["Date,Narration,UTR,Dr,Cr", `1,Order ${number},730000000001,,900`, "2,x,73,,900", "3,rent,,500,"];
    writeFileSync(file, lines.join("\n"));
    const ran = await cli.run(["payments", "import", "acme", file, "--apply"]);
    expect([ran.code, ran.stderr]).toEqual([0, ""]);
    expect(ran.stdout).toMatch(/^ +3 .*skipped: it has no UTR of 12 digits$/m);
    expect(ran.stdout).toMatch(/^ +4 .*skipped: a debit$/m);
    expect(await statusOf(orderId)).toBe("completed");
    const missing = await cli.run(["payments", "import", "acme", `${file}.gone`]);
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining("cannot read") });
  });

  test("reads the statement of another bank by the columns that the operator names, and keeps them", async () => {
    const { number } = await order();
    const input = `Tag;Zweck;Haben;Nr\n1;${number};900;750000000001\n`;
    const run = (...more: string[]) => cli.run(["payments", "import", "acme", "-", ...more], { input });
    const columns = (typed: string) => run("--columns", typed);
    expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining("--columns") });
    expect(await columns("amount=Haben")).toMatchObject({ code: 2 });
    expect(await columns("amount=Haben;note=Grund")).toMatchObject({ code: 1 });
    expect(await run()).toMatchObject({ code: 1 });
    expect((await columns("amount=haben; note=ZWECK; reference=Nr")).stdout).toMatch(/750000000001 .* matches/);
    expect((await run()).stdout).toMatch(/750000000001 .* matches/);
    const bare = { input: `1,${number},900,750000000001\n` };
    const ran = await cli.run(["payments", "import", "acme", "-", "--columns", "amount=3;note=2;reference=4"], bare);
    expect(ran.stdout).toMatch(/750000000001 .* matches/);
  });

  test("does not confirm an order of another gateway", async () => {
    const { number, orderId } = await order();
    const shop = api.shop();
    await shop.db.transaction((tx) =>
      tx.updateTable("payments").set({ gateway: null }).where("order_id", "=", orderId).execute(),
    );
    const ran = await confirm(number, "740000000001", "900");
    expect(ran).toMatchObject({ code: 1, stderr: `awning: order ${number} is not paid to a UPI id\n` });
    expect(await statusOf(orderId)).toBe("pending");
  });
});

describe("payments set", () => {
  let api: TestApi;
  let cli: Cli;
  let server: Listening;
  let file: string;
  const SECRETS = {
    PAYMENTS_MAPLE_KEY_ID: "rzp_test_1",
    PAYMENTS_MAPLE_KEY_SECRET: "api-secret",
    PAYMENTS_MAPLE_WEBHOOK_SECRET: "hook-secret",
  };
  const TENANT = { id: "maple", hostnames: ["gifts.maple.example"], coins: { validDays: 30 } };

  beforeAll(async () => {
    const simulator = createRazorpaySimulator({
      keyId: "rzp_test_1",
      keySecret: "api-secret",
      webhookSecret: "hook-secret",
    });
    server = await listen(simulator);
    api = await startTestApi("sqlite");
  });
  afterAll(async () => {
    await server.close();
    await api.close();
  });
  beforeEach(() => {
    cli = createCli(api.storage, { maple: TENANT });
    file = join(cli.env.TENANTS_DIR, "maple", "tenant.json");
  });

  const readTenant = () => JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  const set = (args: string[], env: object = SECRETS) => cli.run(["payments", "set", "maple", ...args], { env });

  test("tries the credentials, writes the field alone, and says what the dashboard needs", async () => {
    const ran = await set(["razorpay", "--url", server.url, "--refunds", "manual"]);
    expect([ran.code, ran.stderr]).toEqual([0, ""]);
    expect(ran.stdout).toContain("Razorpay accepts the test key\n");
    expect(ran.stdout).toContain(`Wrote "payments" to ${file}.\n`);
    expect(ran.stdout).toContain("https://gifts.maple.example/payment-notification\n");
    expect(ran.stdout).toContain("\nEvents to tick there: payment.authorized, payment.captured, ");
    const payments = { gateway: "razorpay", url: server.url, refunds: "manual" };
    expect(readTenant()).toEqual({ ...TENANT, payments });
    expect(ran.stdout + readFileSync(file, "utf8")).not.toMatch(/api-secret|hook-secret/);
    expect(ran.stdout).toContain(
      "warning: the brand stays closed: payments.url names a simulator, which moves no money",
    );
    expect(ran.stdout).toContain("warning: the brand stays closed: payments.gateway has a test key");
    const allowed = await set(["razorpay", "--url", server.url], { ...SECRETS, ALLOW_SIMULATORS: "1" });
    expect(allowed.stdout).not.toContain("stays closed");

    expect((await set(["razorpay", "--url", server.url, "--mode", "direct"])).code).toBe(0);
    expect(readTenant()).toEqual({ ...TENANT, payments: { gateway: "razorpay", url: server.url, mode: "direct" } });
  });

  test("writes nothing where the gateway refuses the credentials, unless it is forced to", async () => {
    const wrong = { ...SECRETS, PAYMENTS_MAPLE_KEY_SECRET: "another-secret" };
    const refused = await set(["razorpay", "--url", server.url], wrong);
    expect(refused).toMatchObject({ code: 1, stderr: "awning: nothing was written\n" });
    expect(refused.stdout).toMatch(/^error: .*refuses/);
    expect(refused.stdout).not.toContain("another-secret");
    expect(readTenant()).toEqual(TENANT);

    expect((await set(["razorpay", "--url", server.url, "--force"], wrong)).code).toBe(0);
    expect(readTenant()).toMatchObject({ payments: { gateway: "razorpay" } });
  });

  test.each([
    ["razorpay", ["KEY_SECRET", "WEBHOOK_SECRET"], { PAYMENTS_MAPLE_KEY_ID: "rzp_test_1" }],
    ["cashfree", ["CLIENT_ID", "CLIENT_SECRET"], {}],
    ["phonepe", ["CLIENT_ID", "CLIENT_SECRET", "CLIENT_VERSION", "WEBHOOK_USER", "WEBHOOK_PASSWORD"], {}],
  ])("of %s names all secrets that are missing, a line each", async (gateway, missing, env) => {
    const ran = await set([gateway, "--url", server.url], env);
    expect(ran.code).toBe(1);
    const lines = missing.map((name) => {
      const variable = `PAYMENTS_MAPLE_${name}`;
      return `error: ${variable} is missing (or ${variable}_FILE, the path of a file)\n`;
    });
    expect(ran.stdout).toBe(lines.join(""));
    expect(readTenant()).toEqual(TENANT);
  });

  test("takes a UPI id without credentials, and needs no webhook", async () => {
    const ran = await set(["vpa", "--vpa", "maple@okbank", "--window", "120"], {});
    expect([ran.code, ran.stderr]).toEqual([0, ""]);
    expect(ran.stdout).toContain("payments go to maple@okbank; you confirm each");
    expect(ran.stdout).not.toContain("payment-notification");
    expect(readTenant()).toEqual({ ...TENANT, payments: { gateway: "vpa", vpa: "maple@okbank", windowMinutes: 120 } });
  });

  test.each([
    [["paypal"], "GATEWAY is one of razorpay, cashfree, phonepe, vpa"],
    [["vpa"], "--vpa: must be a UPI id such as maple@bank"],
    [["vpa", "--vpa", "maple"], "--vpa: must be a UPI id such as maple@bank"],
    [["vpa", "--vpa", "maple@okbank", "--window", "soon"], "--window must be a whole number from 1 to 10080"],
    [["vpa", "--vpa", "maple@okbank", "--window", "4"], "--window: "],
    [["vpa", "--vpa", "maple@okbank", "--mode", "hosted"], "--mode is not for this gateway"],
    [["razorpay", "--environment", "test"], "--environment is not for this gateway"],
    [["razorpay", "--mode", "popup"], "--mode: "],
    [["razorpay", "--refunds", "never"], "--refunds: "],
  ])("refuses %j", async (args, text) => {
    const ran = await set(args);
    expect([ran.code, ran.stdout]).toEqual([2, ""]);
    expect(ran.stderr).toContain(text);
    expect(readTenant()).toEqual(TENANT);
  });
});
