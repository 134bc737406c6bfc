import type { Express } from "express";

import { secretVariable } from "../../../config/brand/secrets.ts";
import { createExotelSimulator, EXOTEL_FAILURES } from "../../../simulators/exotel/simulator.ts";
import { createMessageHttpSimulator } from "../../../simulators/message-http/simulator.ts";
import { createMsg91Simulator, MSG91_FAILURES } from "../../../simulators/msg91/simulator.ts";
import type { PhoneState, SentMessage } from "../../../simulators/phones/phones.ts";
import { rehearseDlt, rehearseWhatsApp } from "../../../simulators/phones/rehearsed-texts.ts";
import { NOT_ON_WHATSAPP } from "../../../simulators/whatsapp/errors.ts";
import { createWhatsAppSimulator } from "../../../simulators/whatsapp/simulator.ts";
import { listen } from "../../../simulators/wire/listen.ts";
import type { Sending, Webhooks } from "../../../simulators/wire/webhooks.ts";

const ORIGIN = "https://gifts.maple.example";
const KEY = "callback-key";
const { register, templates } = rehearseDlt(ORIGIN);
const VOUCHERS = templates.find(({ kind, language }) => kind === "vouchers" && language === "en")!;

export const PROVIDER_KINDS = ["whatsapp", "msg91", "exotel", "http"] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** The parts of a simulator that all kinds have. */
type Simulator = {
  app: Express;
  messages: SentMessage<unknown>[];
  webhooks: Webhooks;
  failNext(fault: { call: string; how: "cut after commit" }): void;
  progress(): void;
  move(id: string, state: PhoneState): void;
  sendReceipt(state: PhoneState, how?: Sending): Promise<(number | "unreachable")[]>;
};

type Made = {
  simulator: Simulator;
  /** Sets the address for receipts, if messages do not name it. */
  setAddress?(url: string): void;
  /** Lets the next message fail on its way, because of its recipient. */
  failLater(): void;
  settings(url: string): object;
  secrets: Record<string, string>;
  template: object;
};

const { id, dltId, text, values } = VOUCHERS;

const MAKERS: Record<ProviderKind, (now: () => number) => Made> = {
  whatsapp(now) {
    const keys = { token: "token", appSecret: "app-secret", phoneNumberId: "1001" };
    const simulator = createWhatsAppSimulator({ ...keys, templates: rehearseWhatsApp(ORIGIN), now });
    return {
      simulator,
      setAddress: (url) => void (simulator.account.webhookUrl = url),
      failLater: () => simulator.planFailure(NOT_ON_WHATSAPP),
      settings: (url) => ({ provider: "whatsapp", phoneNumberId: "1001", url }),
      secrets: { TOKEN: "token", APP_SECRET: "app-secret", VERIFY_TOKEN: "verify" },
      template: { id: "vouchers", values },
    };
  },
  msg91(now) {
    const known = { [id]: { header: register.headers[0]!, dltId } };
    const simulator = createMsg91Simulator({ authKey: "auth", templates: known, dlt: register, now });
    return {
      simulator,
      setAddress: (url) => void (simulator.account.webhookUrl = `${url}?key=${KEY}`),
      failLater: () => simulator.planFailure(MSG91_FAILURES.Fail!),
      settings: (url) => ({ provider: "msg91", url }),
      secrets: { AUTH_KEY: "auth", CALLBACK_KEY: KEY },
      template: { id, values },
    };
  },
  exotel(now) {
    const simulator = createExotelSimulator({ apiKey: "key", apiToken: "token", dlt: register, now });
    return {
      simulator,
      failLater: () => simulator.planFailure(EXOTEL_FAILURES.Fail!),
      settings: (url) => ({
        provider: "exotel",
        accountSid: simulator.account.sid,
        sender: register.headers[0],
        dltEntityId: register.entityId,
        url,
      }),
      secrets: { API_KEY: "key", API_TOKEN: "token", CALLBACK_KEY: KEY },
      template: { id, dltId, text, values },
    };
  },
  http(now) {
    const simulator = createMessageHttpSimulator({ templates: { [id]: values }, now });
    return {
      simulator,
      failLater: () => simulator.planFailure({ error: "recipient", reason: "absent" }),
      settings: (url) => ({ provider: "http", url: `${url}/messages` }),
      secrets: { SECRET: simulator.account.secret },
      template: { id, values },
    };
  },
};

export type SimulatedProvider = Awaited<ReturnType<typeof startSimulatedProvider>>;

/** A provider of messages that a simulator plays over HTTP, with a template of vouchers in English for the brand "acme". */
export async function startSimulatedProvider(kind: ProviderKind, now: () => number) {
  const channel = kind === "whatsapp" ? "whatsapp" : "sms";
  const { simulator, setAddress, failLater, settings, secrets, template } = MAKERS[kind](now);
  const { url, close } = await listen(simulator);
  const named = Object.entries(secrets).map(([name, value]) => [
    secretVariable("MESSAGES", ["acme", channel], name),
    value,
  ]);
  return {
    kind,
    channel: channel as "whatsapp" | "sms",
    simulator,
    failLater,
    /** For tenant.json. */
    provider: settings(url),
    templates: { [channel]: { en: template } },
    secrets: Object.fromEntries(named) as Record<string, string>,
    /**
     * Leads the receipts to an API, whatever address the provider or its messages name; the secrets in the address stay.
     */
    leadReceiptsTo(address: string): void {
      const add = simulator.webhooks.add.bind(simulator.webhooks);
      simulator.webhooks.add = (notice) => add({ ...notice, url: address + new URL(notice.url).search });
      setAddress?.(address);
    },
    close,
  };
}
