import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { deliverMessages } from "../../../api/messages/deliver-messages.ts";
import { queueMessage } from "../../../api/messages/queue-message.ts";
import { giveConsent } from "../../../api/repositories/messages/consents.ts";
import { listSendings } from "../../../api/repositories/messages/messages.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";
import {
  PROVIDER_KINDS,
  type ProviderKind,
  type SimulatedProvider,
  startSimulatedProvider,
} from "../../helpers/messengers/simulated-provider.ts";

// The worker, the adapters and the address for receipts against providers that simulators play, all over HTTP.

let count = 0;

/** The API of "acme" with these providers. */
async function start(engine: (typeof engines)[number], ...kinds: ProviderKind[]) {
  let api: TestApi | undefined = undefined;
  const now = () => api!.clock.now();
  const providers = await Promise.all(kinds.map((kind) => startSimulatedProvider(kind, now)));
  const messages = {
    ...Object.fromEntries(providers.map(({ channel, provider }) => [channel, provider])),
    templates: { vouchers: Object.assign({}, ...providers.map(({ templates }) => templates)) },
  };
  const secrets = Object.assign({}, ...providers.map((one) => one.secrets));
  api = await startTestApi(engine, { tenants: ["acme"], settings: { acme: { messages } }, secrets });
  for (const one of providers) one.leadReceiptsTo(`${api.root}/acme/message-receipt/${one.channel}`);
  return { api, providers };
}

async function queue(api: TestApi) {
  const shop = api.shop();
  const phone = `98765${String(++count).padStart(5, "0")}`;
  const about = `subject ${count}`;
  await shop.db.transaction(async (tx) => {
    const given = { phone, channel: "whatsapp", user_id: null, source: "sign-in", text: "Yes" } as const;
    await giveConsent(tx, { ...given, now: shop.clock.now() });
    const contents = { name: "Asha", order: "O-1", link: "open=x" };
    await queueMessage(tx, shop, { kind: "vouchers", about, userId: null, phone, language: "en", contents });
  });
  while (await deliverMessages(shop));
  const find = () =>
    shop.db.read.selectFrom("messages").selectAll().where("about", "=", about).executeTakeFirstOrThrow();
  return { phone, find, sendings: async () => listSendings(shop.db.read, (await find()).id) };
}

describe.each(engines)("%s", (engine) => {
  describe.each(PROVIDER_KINDS)("%s", (kind) => {
    let api: TestApi;
    let provider: SimulatedProvider;
    beforeAll(async () => {
      const started = await start(engine, kind);
      [api, provider] = [started.api, started.providers[0]!];
    });
    afterAll(async () => {
      await provider.close();
      await api.close();
    });
    const last = () => provider.simulator.messages.at(-1)!;

    test("a message arrives as its template has it, and its receipts move it", async () => {
      const message = await queue(api);
      expect(last().to).toContain(message.phone);
      expect([last().text, last().link].join(" ")).toContain("Asha");
      expect([last().text, last().link].join(" ")).toContain("open=x");
      expect(await message.find()).toMatchObject({ state: "accepted", channel: provider.channel });
      provider.simulator.move(last().id, "delivered");
      await provider.simulator.webhooks.idle();
      expect(await message.find()).toMatchObject({ state: "delivered", sealed: null });
      expect(api.logged.join("\n")).not.toContain(message.phone);
    });

    test("a failure on its way ends it on this channel, with a reason", async () => {
      provider.failLater();
      const message = await queue(api);
      provider.simulator.progress();
      await provider.simulator.webhooks.idle();
      expect(await message.find()).toMatchObject({ state: "failed" });
      expect(await message.sendings()).toMatchObject([
        { state: "failed", fault: "recipient", reason: expect.any(String) },
      ]);
    });

    test("a stranger's receipt is refused, and changes nothing", async () => {
      const message = await queue(api);
      provider.simulator.webhooks.hold();
      provider.simulator.move(last().id, "delivered");
      provider.simulator.webhooks.drop();
      const isSigned = kind === "whatsapp" || kind === "http";
      const url = `${api.root}/acme/message-receipt/${provider.channel}?key=other`;
      const forged = isSigned ? { isForged: true } : { url };
      expect(await provider.simulator.sendReceipt("delivered", forged)).toEqual([401]);
      expect(await message.find()).toMatchObject({ state: "accepted" });
      expect(await provider.simulator.sendReceipt("delivered", { times: 2 })).toEqual([200, 200]);
      expect(await message.find()).toMatchObject({ state: "delivered" });
    });

    test("after a lost answer a receipt proves the arrival, if the provider takes our id", async () => {
      provider.simulator.failNext({ call: "send message", how: "cut after commit" });
      const message = await queue(api);
      expect(await message.find()).toMatchObject({ state: "sending" });
      provider.simulator.move(last().id, "delivered");
      await provider.simulator.webhooks.idle();
      const sent = provider.simulator.messages.length;
      api.clock.turn(180_000);
      while (await deliverMessages(api.shop()));
      const takesOurId = kind !== "msg91";
      expect(provider.simulator.messages.length - sent).toBe(takesOurId ? 0 : 1);
      expect(await message.find()).toMatchObject({ state: takesOurId ? "delivered" : "accepted" });
    });
  });

  test("a number without WhatsApp gets the message by SMS", async () => {
    const { api, providers } = await start(engine, "whatsapp", "msg91");
    const [whatsapp, sms] = providers as [SimulatedProvider, SimulatedProvider];
    whatsapp.failLater();
    const message = await queue(api);
    expect(sms.simulator.messages).toEqual([]);
    whatsapp.simulator.progress();
    await whatsapp.simulator.webhooks.idle();
    while (await deliverMessages(api.shop()));
    expect(await message.find()).toMatchObject({ channel: "sms", state: "accepted" });
    sms.simulator.move(sms.simulator.messages[0]!.id, "delivered");
    await sms.simulator.webhooks.idle();
    expect(await message.find()).toMatchObject({ channel: "sms", state: "delivered" });
    await Promise.all(providers.map(({ close }) => close()));
    await api.close();
  });
});
