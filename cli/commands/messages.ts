import { MOST_TESTS_A_DAY, sendTestMessage } from "../../api/messages/test-message.ts";
import { pathOfTemplate, setProvider, setTemplate } from "../../api/setup/edit-messages.ts";
import { describeReceiptAddress, findReceiptAddress } from "../../api/setup/receipt-address.ts";
import { tryMessenger } from "../../api/setup/try-messenger.ts";
import { sendsToPhones } from "../../config/brand/channels.ts";
import {
  type Channel,
  CHANNEL_NAMES,
  CHANNELS,
  MESSAGE_KINDS,
  MESSAGE_VALUES,
  type MessageKind,
} from "../../config/brand/messages.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import { MOBILE_DIGITS, readPhone } from "../../config/typed/phone.ts";
import { ask } from "../command/ask.ts";
import { CommandError, defineCommand, UsageError } from "../command/command.ts";
import { editMessages } from "../command/edit-messages.ts";
import { listMessages, printMessages } from "../command/list-messages.ts";
import { findEmbedded, withShop } from "../command/open-shop.ts";
import { JSON_OPTION, printJson } from "../command/print.ts";
import { readEnv } from "../command/read-env.ts";
import type { Terminal } from "../command/terminal.ts";

const list = defineCommand({
  name: "messages list",
  args: ["BRAND"],
  options: { json: { about: "print JSON: costs in rupees, times in ISO 8601" } },
  async run({ args: { BRAND }, options, terminal }) {
    const { secrets } = readEnv(terminal);
    const lists = await withShop(terminal, BRAND, (shop) => listMessages(shop, secrets));
    if (options.json) printJson(terminal, lists);
    else printMessages(terminal, lists);
  },
});

const check = defineCommand({
  name: "messages check",
  args: ["BRAND"],
  options: { json: JSON_OPTION },
  async run({ args: { BRAND }, options, terminal }) {
    const { TENANTS_DIR, secrets } = readEnv(terminal);
    const { tenant } = findEmbedded(TENANTS_DIR, BRAND);
    const findings = [];
    for (const channel of CHANNELS) {
      const settings = tenant.messages[channel];
      if (settings === undefined) continue;
      const found = await tryMessenger(tenant, channel, settings, secrets);
      findings.push(...found.map((finding) => ({ channel, ...finding })));
    }
    if (findings.some(({ level }) => level === "error")) terminal.fail();
    if (options.json) return printJson(terminal, findings);
    for (const { channel, level, text } of findings) terminal.print(`${channel}: ${level}: ${text}`);
    if (findings.length === 0) terminal.print("No providers of messages in tenant.json.");
  },
});

const set = defineCommand({
  name: "messages set",
  args: ["BRAND", "CHANNEL", "[KIND]", "[LANGUAGE]"],
  more: `
CHANNEL is whatsapp or sms. With KIND and LANGUAGE it sets a template, without them the provider of the channel. The secrets come
from the environment, never from tenant.json: the command names the variables that are missing, and writes nothing while the
provider refuses them, unless --force is given. A template or provider is replaced as a whole: give again what it shall keep. KIND
is one of these, with the values that its template may have:
${MESSAGE_KINDS.map((kind) => `  ${kind}: ${MESSAGE_VALUES[kind].join(", ")}`).join("\n")}`,
  options: {
    template: { value: "ID", about: "a template: the provider's id or name of it" },
    dlt: { value: "ID", about: "a template: its DLT id, if the provider expects it with each message" },
    text: { value: "TEXT", about: "a template: the registered text with {#var#}, if the provider expects it" },
    values: { value: "NAMES", about: "a template: the values in the order of its variables, with commas" },
    provider: { value: "NAME", about: "whatsapp or http for whatsapp; msg91, exotel or http for sms" },
    "phone-number-id": { value: "ID", about: "whatsapp: the id of the brand's number" },
    host: { value: "NAME", about: "whatsapp: meta or 360dialog" },
    version: { value: "V", about: "whatsapp: the version of Meta's calls, such as v23.0" },
    "account-sid": { value: "SID", about: "exotel: the account" },
    sender: { value: "HEADER", about: "exotel: the DLT header" },
    "dlt-entity": { value: "ID", about: "exotel: the principal entity id" },
    region: { value: "NAME", about: "exotel: mumbai or singapore" },
    url: { value: "URL", about: "http: the address of your service; else a simulator's, for a rehearsal" },
    paise: { value: "PAISE", about: "a provider: the price of one message, for the count of costs" },
    force: { about: "write tenant.json though the provider was not reached or refuses the credentials" },
  },
  audited: "always",
  async run({ args, options: { force, ...options }, terminal }) {
    const channel = readChannel(args.CHANNEL);
    const { "[KIND]": kind, "[LANGUAGE]": language } = args;
    if (kind === undefined) return setChannel(terminal, args.BRAND, channel, { options, isForced: force === true });
    const place = readPlace(kind, channel, language);
    const template = readTemplate(options);
    await editMessages(terminal, args.BRAND, {
      path: pathOfTemplate(place),
      change: (messages) => setTemplate(messages, place, template),
    });
  },
});

const unset = defineCommand({
  name: "messages unset",
  args: ["BRAND", "CHANNEL", "[KIND]", "[LANGUAGE]"],
  more: "With KIND and LANGUAGE it removes a template, without them the provider of the channel.",
  audited: "always",
  async run({ args, terminal }) {
    const channel = readChannel(args.CHANNEL);
    const { "[KIND]": kind, "[LANGUAGE]": language } = args;
    const place = kind === undefined ? undefined : readPlace(kind, channel, language);
    await editMessages(terminal, args.BRAND, {
      path: place === undefined ? [channel] : pathOfTemplate(place),
      change: (messages) =>
        place === undefined ? setProvider(messages, channel, undefined) : setTemplate(messages, place, undefined),
    });
  },
});

const test = defineCommand({
  name: "messages test",
  args: ["BRAND", "KIND", "PHONE"],
  more: `
Send it to a phone of your own: the message costs money, and its link leads nowhere. A brand sends at most ${MOST_TESTS_A_DAY} in a day.`,
  options: {
    channel: { value: "NAME", about: "whatsapp or sms; without it, each channel with a template" },
    language: { value: "CODE", about: "the language of the template; without it, the brand's first" },
    yes: { about: "send without asking" },
  },
  audited: "always",
  async run({ args: { BRAND, KIND, PHONE }, options, terminal }) {
    const kind = readKind(KIND);
    const phone = readPhone(PHONE);
    if (phone === null || !MOBILE_DIGITS.test(phone)) throw new UsageError("PHONE must be a mobile number of India");
    const only = options.channel === undefined ? undefined : readChannel(options.channel);
    await withShop(terminal, BRAND, async (shop) => {
      if (!sendsToPhones(shop.tenant, kind))
        throw new CommandError(`brand ${BRAND} has no channel with a template for ${kind}`);
      if (options.yes !== true && !(await ask(terminal, `Send a test message to ${PHONE}? It may cost money.`)))
        throw new CommandError("nothing was sent");
      const language = options.language ?? shop.tenant.languages[0]!;
      for (const channel of only === undefined ? shop.messengers.keys() : [only]) {
        const tested = await sendTestMessage(shop, { kind, channel, language, phone });
        if (tested === "used up")
          throw new CommandError(`the ${MOST_TESTS_A_DAY} test messages of this day are used up`);
        if (tested === "no template") {
          terminal.print(`${channel}: no provider, or no template for ${kind}`);
          if (only !== undefined) terminal.fail();
          continue;
        }
        if (tested.state !== "accepted") terminal.fail();
        terminal.print(`${channel}: ${describe(tested)}`);
      }
    });
  },
});

export const commands = [list, check, set, unset, test];

function describe(tested: Exclude<Awaited<ReturnType<typeof sendTestMessage>>, string>): string {
  const { provider, language } = tested;
  const by = `${provider}, template in ${language}`;
  if (tested.state === "accepted") return `accepted (${by}); it may still fail on its way`;
  if (tested.state === "unknown") return `unknown (${by}): ${tested.reason}`;
  return `refused (${by}): ${tested.fault}: ${tested.reason}`;
}

type ProviderOptions = { options: Record<string, string | undefined>; isForced: boolean };

async function setChannel(terminal: Terminal, brand: string, channel: Channel, { options, isForced }: ProviderOptions) {
  const settings = readProvider(options);
  const { secrets } = readEnv(terminal);
  await editMessages(terminal, brand, {
    path: [channel],
    change: (messages) => setProvider(messages, channel, settings),
    async confirm(tenant: Tenant) {
      const provider = tenant.messages[channel]!;
      const findings = await tryMessenger(tenant, channel, provider, secrets);
      for (const { level, text } of findings) terminal.print(level === "ok" ? text : `${level}: ${text}`);
      if (findings.some(({ level }) => level === "error") && !isForced) throw new CommandError("nothing was written");
      const address = findReceiptAddress(tenant, channel, provider);
      if (address !== null) terminal.print(`Left to do: ${describeReceiptAddress(address)}.`);
    },
  });
}

const FIELDS: Record<string, string> = {
  provider: "provider",
  "phone-number-id": "phoneNumberId",
  host: "host",
  version: "version",
  "account-sid": "accountSid",
  sender: "sender",
  "dlt-entity": "dltEntityId",
  region: "region",
  url: "url",
};

/** @throws UsageError */
function readProvider(options: Record<string, string | undefined>): object {
  const { provider, paise, template, dlt, text, values, ...rest } = options;
  if (provider === undefined) throw new UsageError("name a provider with --provider, or a KIND and a LANGUAGE");
  if ([template, dlt, text, values].some((given) => given !== undefined))
    throw new UsageError("a template has a KIND and a LANGUAGE after the CHANNEL");
  const given = Object.entries({ provider, ...rest }).flatMap(([name, value]) =>
    value === undefined ? [] : [[FIELDS[name]!, value] as const],
  );
  return { ...Object.fromEntries(given), ...(paise !== undefined && { paise: readPaise(paise) }) };
}

function readPaise(text: string): number {
  if (/^\d{1,5}(\.\d{1,2})?$/.test(text)) return Number(text);
  throw new UsageError("--paise must be a number such as 12.5");
}

/** @throws UsageError */
function readTemplate({ template, dlt, text, values, ...others }: Record<string, string | undefined>): object {
  if (template === undefined) throw new UsageError("--template is missing");
  const odd = Object.entries(others).find(([, value]) => value !== undefined);
  if (odd !== undefined) throw new UsageError(`--${odd[0]} is not for a template`);
  return {
    id: template,
    ...(dlt !== undefined && { dltId: dlt }),
    ...(text !== undefined && { text }),
    values: (values ?? "")
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  };
}

function readChannel(text: string): Channel {
  const channel = CHANNELS.find((name) => name === text.toLowerCase());
  if (channel === undefined)
    throw new UsageError(`CHANNEL is one of ${CHANNELS.join(", ")} (${Object.values(CHANNEL_NAMES).join(", ")})`);
  return channel;
}

function readKind(text: string): MessageKind {
  const kind = MESSAGE_KINDS.find((name) => name === text);
  if (kind === undefined) throw new UsageError(`KIND is one of ${MESSAGE_KINDS.join(", ")}`);
  return kind;
}

function readPlace(kind: string, channel: Channel, language: string | undefined) {
  if (language === undefined) throw new UsageError("LANGUAGE is missing");
  return { kind: readKind(kind), channel, language };
}
