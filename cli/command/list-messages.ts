import { beginOfDay, dayNumber } from "../../api/domain/days.ts";
import { maskPhone } from "../../api/domain/mask.ts";
import { listMessengerSecrets } from "../../api/messengers/messenger-secrets.ts";
import {
  countMessagesByState,
  countSendings,
  listNewestMessages,
} from "../../api/repositories/messages/message-lists.ts";
import { describeReceiptAddress, findReceiptAddress } from "../../api/setup/receipt-address.ts";
import type { Shop } from "../../api/shop/shop.ts";
import { usesOutbox } from "../../config/brand/channels.ts";
import { listTemplates } from "../../config/brand/message-templates.ts";
import { type Channel, CHANNELS } from "../../config/brand/messages.ts";
import type { SecretValues } from "../../config/brand/secrets.ts";
import { printTable, time } from "./print.ts";
import type { Terminal } from "./terminal.ts";

const SHOWN = 20;
const HUNDREDTHS_IN_RUPEE = 10_000;

/** All that `awning messages list` shows of a brand. */
export async function listMessages({ tenant, db, clock }: Shop, secrets: SecretValues) {
  const today = beginOfDay(dayNumber(clock.now()));
  const newest = await listNewestMessages(db.read, SHOWN);
  return {
    channels: CHANNELS.map((channel) => describeChannel(tenant, channel, secrets)),
    templates: listTemplates(tenant.messages).map(({ template, ...place }) => ({
      ...place,
      template: template.id,
      dlt_id: template.dltId ?? null,
      values: template.values.join(", "),
    })),
    today: (await countSendings(db.read, today)).map(({ cost, ...row }) => ({
      ...row,
      cost: cost / HUNDREDTHS_IN_RUPEE,
    })),
    states: await countMessagesByState(db.read, today),
    messages: newest.map((row) => ({
      kind: row.kind,
      phone: maskPhone(row.phone),
      channel: row.channel,
      state: row.state,
      reason: row.reason,
      at: time(row.created_at),
      copies: row.copies,
    })),
  };
}

function describeChannel(tenant: Shop["tenant"], channel: Channel, secrets: SecretValues) {
  const settings = tenant.messages[channel];
  const missing = listMessengerSecrets(tenant, secrets, [channel]).filter(({ problem }) => problem !== null);
  const address = settings === undefined ? null : findReceiptAddress(tenant, channel, settings);
  return {
    channel,
    provider: settings?.provider ?? (usesOutbox(tenant, channel) ? "outbox of the demo" : "none"),
    paise: settings?.paise ?? null,
    missing_secrets: missing.map(({ variable }) => variable).join(", "),
    receipts: address === null ? null : describeReceiptAddress(address),
  };
}

/** Prints the lists as tables. */
export function printMessages(terminal: Terminal, lists: Awaited<ReturnType<typeof listMessages>>) {
  const { channels, templates, today, states, messages } = lists;
  const block = (title: string, rows: Parameters<typeof printTable>[1], whenEmpty: string) => {
    terminal.print(title);
    printTable(terminal, rows, whenEmpty);
    terminal.print();
  };
  block(
    "Channels",
    channels.map(({ receipts: _, ...row }) => row),
    "None.",
  );
  for (const { channel, receipts } of channels) if (receipts !== null) terminal.print(`${channel}: ${receipts}`);
  block("Templates", templates, "None: nothing goes to phones.");
  block("Messages of today by state", states, "None.");
  block("Sent today by channel", today, "None.");
  block("The newest messages", messages, "None.");
}
