import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { systemClock } from "../../../api/base/clock.ts";
import { createMessengers } from "../../../api/messengers/create-messengers.ts";
import { runCommand } from "../../../cli/run-command.ts";
import { MESSAGE_KINDS } from "../../../config/brand/messages.ts";
import { TenantSchema } from "../../../config/brand/schema.ts";
import { createCli, openStreams, runCli } from "../../helpers/cli/cli.ts";
import { phoneMessage } from "../../helpers/messengers/messenger-shop.ts";
import { waitFor } from "../../helpers/waiting/patience.ts";

const folder = mkdtempSync(join(tmpdir(), "awning-simulate-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs `awning simulate ARGS` in this process until `use` is done with its URL. Returns what it printed. */
async function rehearse(
  args: string[],
  use: (url: string, printed: () => string) => Promise<void> = async () => {},
  env: object = {},
): Promise<string> {
  const streams = openStreams({ env });
  const printed = () => streams.stdout.text;
  const running = runCommand(["simulate", ...args, "--port", "0"], streams);
  const url = await waitFor(() => /http:\/\/127\.0\.0\.1:\d+/.exec(printed())![0]);
  await use(url, printed);
  process.emit("SIGINT");
  await running;
  return printed();
}

test("prints the settings for a brand, and each call with its problems", async () => {
  const text = await rehearse(["razorpay", "--brand", "maple-tree"], async (url, printed) => {
    expect((await fetch(`${url}/v1/orders?count=1`)).status).toBe(401);
    await waitFor(() => expect(printed()).toContain("GET /v1/orders 401\n    Please provide your api key"));
    expect(await (await fetch(url)).text()).toContain("No shop has asked for a payment yet.");
  });
  expect(text).toMatch(/"gateway": "razorpay",\s+"mode": "hosted",\s+"url": "http:\/\/127.0.0.1:\d+"/);
  for (const name of ["KEY_ID", "KEY_SECRET", "WEBHOOK_SECRET"])
    expect(text).toContain(`export PAYMENTS_MAPLE__TREE_${name}=`);
  expect(text).toContain("http://maple-tree.localhost:3000/payment-notification");
});

test("notifies the address in the brand's file, or the storefront's port on this machine", async () => {
  const brands = { maple: { hostnames: ["gifts.maple.example"] }, oak: {} };
  const env = { ...createCli({ dataDir: folder, url: undefined }, brands).env, PORT: "3217" };
  const urlFor = async (brand: string, ...args: string[]) =>
    /Notifications go to (\S+)/.exec(await rehearse(["phonepe", "--brand", brand, ...args], undefined, env))![1];
  expect(await urlFor("maple")).toBe("https://gifts.maple.example/payment-notification");
  expect(await urlFor("oak")).toBe("http://oak.localhost:3217/payment-notification");
  expect(await urlFor("elm")).toBe("http://elm.localhost:3217/payment-notification");
  const other = "https://hooks.maple.example/payments";
  expect(await urlFor("maple", "--webhook-url", other)).toBe(other);
});

test("prints the address of the proxy in front of it", async () => {
  const text = await rehearse(["razorpay", "--origin", "https://pay.maple.example/"]);
  expect(text).toMatch(/listens at http:\/\/127\.0\.0\.1:\d+ until/);
  expect(text).toContain('"url": "https://pay.maple.example"');
  expect(text).toContain("Its payments: https://pay.maple.example/\n");
});

test("keeps the credentials over a restart, and changes them with the key", async () => {
  const secret = async (...args: string[]) => /CLIENT_SECRET=(\S+)/.exec(await rehearse(["cashfree", ...args]))![1];
  const first = await secret();
  expect(await secret()).toBe(first);
  expect(await secret("--key", "another")).not.toBe(first);
});

test("its printed credentials open the simulator", async () => {
  await rehearse(["phonepe"], async (url, printed) => {
    const of = (name: string) => new RegExp(`${name}=(\\S+)`).exec(printed())![1]!;
    const body = new URLSearchParams({
      client_id: of("CLIENT_ID"),
      client_secret: of("CLIENT_SECRET"),
      client_version: of("CLIENT_VERSION"),
      grant_type: "client_credentials",
    });
    expect((await fetch(`${url}/apis/pg-sandbox/v1/oauth/token`, { method: "POST", body })).status).toBe(200);
  });
});

test.each(["razorpay", "cashfree", "phonepe", "woohoo", "reloadly"])(
  "the settings for %s are valid in tenant.json, and the variables are named after the brand",
  async (kind) => {
    const text = await rehearse([kind, "--brand", "maple"]);
    const settings = /tenant\.json:\n([^]+?)\n\nThe shop's/.exec(text)![1];
    const tenant = TenantSchema.parse({ id: "maple", hostnames: ["maple.localhost"], ...JSON.parse(`{${settings}}`) });
    const start = /reloadly|woohoo/.test(kind) ? `SUPPLIER_MAPLE_${kind.toUpperCase()}_` : "PAYMENTS_MAPLE_";
    expect(tenant.payments?.gateway ?? tenant.suppliers[kind]?.kind).toBe(kind);
    for (const line of text.match(/^ {2}export .*/gm)!) expect(line.startsWith(`  export ${start}`)).toBe(true);
  },
);

test.each([
  ["whatsapp", "whatsapp", "whatsapp"],
  ["msg91", "sms", "msg91"],
  ["exotel", "sms", "exotel"],
  ["message-http", "sms", "http"],
] as const)(
  "%s prints the provider and the templates of a channel, and takes a message by them",
  async (kind, channel, provider) => {
    let state = "";
    const text = await rehearse([kind, "--brand", "maple"], async (url, printed) => {
      const [, settings] = /tenant\.json:\n([^]+?)\n\nThe shop's/.exec(printed()!)!;
      const tenant = TenantSchema.parse({
        id: "maple",
        hostnames: ["maple.localhost"],
        ...JSON.parse(`{${settings}}`),
      });
      expect(tenant.messages[channel]?.provider).toBe(provider);
      const secrets = Object.fromEntries(
        [...printed()!.matchAll(/export (\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
      );
      const outbox = { send: () => Promise.reject(new Error("a provider is configured")) };
      const messenger = createMessengers(tenant, { secrets, clock: systemClock, outbox }).get(channel)!;
      for (const language of ["en", "hi"])
        for (const kindOfMessage of MESSAGE_KINDS) {
          const template = tenant.messages.templates[kindOfMessage]![channel]![language]!;
          const message = {
            kind: kindOfMessage,
            language,
            template,
            values: template.values.map((name) => ({ name, text: "482913" })),
          };
          const sending = await messenger.send(phoneMessage({ receiptUrl: `${url}/receipts` }, message));
          state += `${sending.state} `;
        }
    });
    expect(state).toBe("accepted ".repeat(2 * MESSAGE_KINDS.length));
    expect(text).toContain(`export MESSAGES_MAPLE_${channel.toUpperCase()}_`);
    expect(text).toMatch(
      new RegExp(`Its messages: http:.+\nNotifications go to http://maple.localhost:3000/message-receipt/${channel}`),
    );
  },
);

test.each([
  [
    ["stripe"],
    "KIND must be one of razorpay, cashfree, phonepe, woohoo, reloadly, whatsapp, msg91, exotel, message-http",
  ],
  [["razorpay", "--port", "70000"], "--port must be a whole number from 0 to 65535"],
  [["razorpay", "--brand", "../x"], "--brand must be a brand's id"],
  [["razorpay", "--webhook-url", "shop"], "--webhook-url must begin with https:// or http://"],
  [["razorpay", "--origin", "ftp://pay.maple.example"], "--origin must begin with https:// or http://"],
])("refuses %j in one line", async (args, line) => {
  const refused = await runCli(["simulate", ...args]);
  expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(line) });
});
