import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { createMailer } from "../../../api/mail/server/create-mailer.ts";
import { createMailServer } from "../../../api/mail/server/mail-server.ts";
import type { Message } from "../../../api/ports/mailer.ts";
import { decidePayment } from "../../../api/sandbox/gateway.ts";
import type { Shop } from "../../../api/shop/shop.ts";
import { createBackgroundWorker } from "../../../api/work/background-worker.ts";
import { createWakeUps } from "../../../api/work/wake-ups.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { orderRow, startOrder, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { SmtpServer } from "../../helpers/processes/smtp-server.ts";
import { waitUntil } from "../../helpers/waiting/patience.ts";

const WINDOW_MS = 300_000;

describe.each(engines)("while the mail server is silent, on %s", (engine) => {
  let api: TestApi;
  let smtp: SmtpServer;
  let shop: Shop;
  /** Mails that were sent or failed. */
  let ended = 0;
  beforeAll(async () => {
    api = await startTestApi(engine);
    smtp = await new SmtpServer("silent").start();
    const server = createMailServer(smtp.url, { log: pino({ level: "silent" }) });
    const { tenant, payments } = api.shop();
    const mailer = createMailer({ tenant, dataDir: api.storage.dataDir, server });
    // Nor is it notified of anything.
    const watched = { ...mailer, send: (mail: Message) => mailer.send(mail).finally(() => ended++) };
    shop = { ...api.shop(), mailer: watched, payments: { ...payments, deliverDue: undefined } };
    await stockUp(api, 10);
  });
  afterAll(async () => {
    await smtp.close();
    await api.close();
  });

  const queued = () => shop.db.read.selectFrom("outbox").selectAll().where("delivered_at", "is", null).execute();

  test("finds a lost notification, expires orders and returns their coins, and stops without the mail under way [MON-11]", async () => {
    const paid = await startOrder(api);
    await decidePayment(shop, paid.payment.payment_id, "approve");
    api.clock.turn(WINDOW_MS - 21_000);
    const unpaid = await startOrder(api);
    for (let mails = 0; mails < 6; mails++) await api.signUp({ isVerified: false });
    const worker = createBackgroundWorker(shop);
    const wakeUps = createWakeUps({ listChanged: api.databases.watch(), clock: shop.clock, log: shop.log });
    wakeUps.replace(new Map([[shop.tenant.id, worker]]));
    await waitUntil(() => smtp.connections === 1);

    api.clock.turn(21_000);
    await waitUntil(async () => (await orderRow(api, paid.orderId)).status === "completed");
    api.clock.turn(WINDOW_MS);
    await waitUntil(async () => (await orderRow(api, unpaid.orderId)).status === "expired");
    const { coins } = await shop.db.read
      .selectFrom("users")
      .select("coins")
      .where("id", "=", unpaid.userId)
      .executeTakeFirstOrThrow();
    expect(coins).toBe(15_000);
    expect(smtp.connections).toBe(1);
    await waitUntil(() => worker.look().find(({ name }) => name === "mail")!.seconds! > 0.1);

    const endedBefore = ended;
    await wakeUps.stop();
    vi.stubEnv("REAL_DEADLINES", "1"); // a longer one would outlast the mail server's
    await worker.stop();
    vi.unstubAllEnvs();
    expect(ended).toBe(endedBefore); // it did not wait for the mail under way
    // None is lost: the one under way is due again in a minute.
    const waiting = await queued();
    expect(waiting.filter(({ tries }) => tries === 1)).toHaveLength(1);
    expect(waiting.filter(({ tries }) => tries === 0).length).toBeGreaterThanOrEqual(6);
  });

  test("leaves other mails untried once three have failed", async () => {
    const server = createMailServer(smtp.url, { log: shop.log, timeouts: { greetingTimeout: 50 } });
    const mailer = createMailer({ tenant: shop.tenant, dataDir: api.storage.dataDir, server });
    const before = await queued();
    await createBackgroundWorker({ ...shop, mailer }).runOnce();
    await createBackgroundWorker({ ...shop, mailer }).runOnce();
    const after = new Map((await queued()).map(({ id, tries }) => [id, tries]));
    expect(before.filter(({ id, tries }) => after.get(id) !== tries)).toHaveLength(3);
    expect(api.logged.filter((line) => line.includes("mail not sent yet")).join()).not.toContain("@example");
  });
});
