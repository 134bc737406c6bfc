import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { deliverMessages } from "../../../api/messages/deliver-messages.ts";
import { queueMessage } from "../../../api/messages/queue-message.ts";
import { createExotelSimulator, type ExotelSimulator } from "../../../simulators/exotel/simulator.ts";
import { listen, type Listening } from "../../../simulators/wire/listen.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { type Cli, createCli } from "../../helpers/cli/cli.ts";
import { engines } from "../../helpers/database/test-database.ts";

const TEXT = "{#var#}: your gift cards are ready: https://acme.localhost/order-history?{#var#}";
const DLT = { entityId: "1101000000000000001", headers: ["ACMEGC"], texts: { "1107000000000000001": TEXT }, urls: [] };
const SECRETS = {
  MESSAGES_ACME_SMS_API_KEY: "exotel-key",
  MESSAGES_ACME_SMS_API_TOKEN: "exotel-token",
  MESSAGES_ACME_SMS_CALLBACK_KEY: "callback-key",
};
const PHONE = "9876543210";

describe.each(engines)("messages to phones by command on %s", (engine) => {
  let api: TestApi;
  let cli: Cli;
  let simulator: ExotelSimulator;
  let server: Listening;
  let messages: object;
  beforeAll(async () => {
    simulator = createExotelSimulator({
      accountSid: "acme1",
      apiKey: "exotel-key",
      apiToken: "exotel-token",
      dlt: DLT,
    });
    server = await listen(simulator);
    const provider = { accountSid: "acme1", sender: "ACMEGC", dltEntityId: DLT.entityId, url: server.url, paise: 20 };
    const template = { id: "v1", dltId: "1107000000000000001", text: TEXT, values: ["name", "link"] };
    messages = {
      sms: { provider: "exotel", ...provider },
      templates: { vouchers: { sms: { en: template } } },
    };
    api = await startTestApi(engine, { tenants: ["acme"], settings: { acme: { messages } }, secrets: SECRETS });
    cli = createCli(api.storage, { acme: { messages }, globex: {} });
    api.clock.turn(Date.now() - api.clock.now()); // commands have the machine's
  });
  afterAll(async () => {
    await api.close();
    await server.close();
  });

  const run = (args: string[], input = "", env: object = SECRETS) => cli.run(["messages", ...args], { input, env });
  const fileOf = (brand: string) => join(cli.env.TENANTS_DIR, brand, "tenant.json");
  const read = (brand: string) => JSON.parse(readFileSync(fileOf(brand), "utf8"));
  const refused = (code: number, text: string) => ({ code, stderr: expect.stringContaining(text) });

  test("lists channels, templates, the counts of today and the newest messages, without numbers", async () => {
    const shop = api.shop();
    const queued = {
      kind: "vouchers",
      userId: null,
      language: "en",
      contents: { name: "Asha", link: "open=x" },
    } as const;
    await shop.db.transaction(async (tx) => {
      await queueMessage(tx, shop, { ...queued, about: "one", phone: PHONE });
      await queueMessage(tx, shop, { ...queued, about: "two", phone: "9876543219" });
    });
    simulator.account.wrongNumbers.add("+919876543219");
    while (await deliverMessages(shop));
    const { stdout } = await run(["list", "acme", "--json"]);
    const lists = JSON.parse(stdout);
    expect(lists).toMatchObject({
      channels: [
        { channel: "whatsapp", provider: "none" },
        { channel: "sms", provider: "exotel", paise: 20, missing_secrets: "", receipts: null },
      ],
      templates: [{ kind: "vouchers", channel: "sms", language: "en", template: "v1", values: "name, link" }],
      today: [
        { channel: "sms", state: "accepted", messages: 1, cost: 0.2 },
        { channel: "sms", state: "failed", messages: 1, cost: 0 },
      ],
    });
    expect(lists.messages.map(({ phone, state }: Record<string, string>) => [phone, state]).sort()).toEqual([
      ["…210", "accepted"],
      ["…219", "failed"],
    ]);
    const table = await run(["list", "acme"], "", { ...SECRETS, MESSAGES_ACME_SMS_API_KEY: "" });
    expect(table.stdout).toContain("MESSAGES_ACME_SMS_API_KEY");
    expect(table.stdout).toContain("…210");
    expect([stdout, table.stdout].join()).not.toMatch(/98765432|exotel-key/);
  });

  test("tries the credentials", async () => {
    expect(await run(["check", "acme"])).toEqual({ code: 0, stdout: "sms: ok: Exotel accepts the key\n", stderr: "" });
    const missing = await run(["check", "acme"], "", {});
    expect([missing.code, missing.stdout]).toEqual([
      1,
      expect.stringContaining("MESSAGES_ACME_SMS_API_KEY is missing"),
    ]);
    expect((await run(["check", "globex"])).stdout).toBe("No providers of messages in tenant.json.\n");
  });

  test("sets a provider that accepts the credentials, and templates, and removes them", async () => {
    const provider = ["set", "globex", "sms", "--provider", "exotel", "--account-sid", "acme1", "--sender", "GLOBEX"];
    const whole = [...provider, "--dlt-entity", DLT.entityId, "--url", server.url, "--paise", "12.5"];
    expect(await run(whole)).toMatchObject(refused(1, "nothing was written"));
    expect(read("globex").messages).toBeUndefined();
    const secrets = Object.fromEntries(
      Object.entries(SECRETS).map(([name, value]) => [name.replace("ACME", "GLOBEX"), value]),
    );
    const set = await run(whole, "", secrets);
    expect([set.code, set.stdout]).toEqual([0, expect.stringContaining("messages.sms: none -> {")]);
    expect(read("globex").messages.sms).toEqual({
      provider: "exotel",
      accountSid: "acme1",
      sender: "GLOBEX",
      dltEntityId: DLT.entityId,
      url: server.url,
      paise: 12.5,
    });
    const place = ["globex", "sms", "vouchers", "en"];
    const template = ["--template", "v1", "--text", TEXT];
    expect((await run(["set", ...place, ...template, "--values", "name,link"])).code).toBe(0);
    const again = await run(["set", ...place, ...template, "--values", "shop, link"]);
    expect(again.stdout).toMatch(
      /messages\.templates\.vouchers\.sms\.en: \{.*"name","link".*\} -> \{.*"shop","link".*\}/,
    );
    expect(await run(["set", ...place, "--template", "v1"])).toMatchObject(
      refused(1, "messages.templates.vouchers.sms.en.text: is required with Exotel; nothing was written"),
    );
    writeFileSync(fileOf("globex"), JSON.stringify({ ...read("globex"), deliveryChannels: ["SMS"] }));
    expect(await run(["unset", ...place])).toMatchObject(refused(1, "deliveryChannels: name SMS, but"));
    writeFileSync(fileOf("globex"), JSON.stringify({ ...read("globex"), deliveryChannels: ["e-mail"] }));
    expect((await run(["unset", ...place])).stdout).toContain("-> none");
    expect((await run(["unset", "globex", "sms"])).code).toBe(0);
    expect(read("globex").messages).toBeUndefined();
    expect(await cli.ok("audit", "list")).toContain("messages.set");
  });

  test.each([
    [["set", "acme", "pigeon"], "CHANNEL is one of"],
    [["set", "acme", "sms", "letter", "en", "--template", "x"], "KIND is one of"],
    [["set", "acme", "sms", "gift"], "LANGUAGE is missing"],
    [["set", "acme", "sms", "gift", "en"], "--template is missing"],
    [["set", "acme", "sms", "gift", "en", "--template", "x", "--sender", "A"], "--sender is not for a template"],
    [["set", "acme", "sms"], "name a provider"],
    [["set", "acme", "sms", "--provider", "http", "--values", "name"], "has a KIND and a LANGUAGE"],
    [["set", "acme", "sms", "--provider", "http", "--paise", "much"], "--paise must be a number"],
    [["test", "acme", "vouchers", "12345"], "PHONE must be a mobile number"],
  ])("refuses %j as a wrong command line", async (args, text) => {
    expect(await run(args)).toMatchObject(refused(2, text));
  });

  test("sends a test message after a yes, and the audit has no number", async () => {
    const { length } = simulator.messages;
    expect(await run(["test", "acme", "vouchers", PHONE])).toMatchObject(refused(1, "nothing was sent"));
    expect(await run(["test", "acme", "vouchers", PHONE], "no\n")).toMatchObject(refused(1, "nothing was sent"));
    expect(simulator.messages.length).toBe(length);
    const sent = await run(["test", "acme", "vouchers", PHONE], "yes\n");
    expect([sent.code, sent.stdout]).toEqual([0, expect.stringContaining("sms: accepted (exotel, template in en)")]);
    expect(simulator.messages.at(-1)).toMatchObject({ to: `+91${PHONE}`, text: expect.stringContaining("Asha") });
    expect(await run(["test", "acme", "gift", PHONE, "--yes"])).toMatchObject(refused(1, "no channel with a template"));
    const wrong = await run(["test", "acme", "vouchers", "9876543219", "--channel", "sms", "--yes"]);
    expect([wrong.code, wrong.stdout]).toEqual([
      1,
      expect.stringContaining("sms: refused (exotel, template in en): recipient"),
    ]);
    const audit = await cli.ok("audit", "list", "--json");
    expect(audit).toContain("messages.test");
    expect(audit).not.toContain(PHONE);
  });
});
