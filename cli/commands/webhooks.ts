import { readWebhook } from "../../api/payments/early-notices.ts";
import { replayWebhook } from "../../api/payments/receive-webhook.ts";
import { findWebhook, listWebhooks } from "../../api/repositories/payments/webhooks.ts";
import type { Shop } from "../../api/shop/shop.ts";
import { CommandError, defineCommand } from "../command/command.ts";
import { withShop } from "../command/open-shop.ts";
import { JSON_OPTION, printList, time } from "../command/print.ts";
import { readCount } from "../command/read-value.ts";

const DEFAULT_LIMIT = 50;

const list = defineCommand({
  name: "webhooks list",
  args: ["BRAND"],
  options: { limit: { value: "N", about: `maximum number (${DEFAULT_LIMIT})` }, json: JSON_OPTION },
  async run({ args: { BRAND }, options, terminal }) {
    const limit = options.limit === undefined ? DEFAULT_LIMIT : readCount(options.limit, "--limit", 100_000);
    const webhooks = await withShop(terminal, BRAND, ({ db }) => listWebhooks(db.read, { limit }));
    const rows = webhooks.map((webhook) => ({
      id: webhook.id,
      received_at: time(webhook.received_at),
      event: webhook.event_id,
      outcome: webhook.outcome ?? "waits",
      order: webhook.order_id,
      tries: webhook.tries,
    }));
    printList(terminal, rows, { json: options.json, whenEmpty: "No notifications." });
  },
});

const show = defineCommand({
  name: "webhooks show",
  args: ["BRAND", "ID"],
  options: {},
  async run({ args: { BRAND, ID }, terminal }) {
    terminal.print(await withShop(terminal, BRAND, async (shop) => readWebhook(shop, await getWebhook(shop, ID)).body));
  },
});

const replay = defineCommand({
  name: "webhooks replay",
  args: ["BRAND", "ID"],
  options: {},
  audited: "always",
  async run({ args: { BRAND, ID }, terminal }) {
    const outcome = await withShop(terminal, BRAND, async (shop) => replayWebhook(shop, await getWebhook(shop, ID)));
    terminal.print(`${ID}: ${outcome}.`);
  },
});

export const commands = [list, show, replay];

/** @throws CommandError when there is none */
async function getWebhook({ db }: Pick<Shop, "db">, id: string) {
  const webhook = await findWebhook(db.read, id);
  if (webhook === undefined) throw new CommandError(`there is no notification ${id}`);
  return webhook;
}
