import { messageControls, RECEIPT_BACKOFF_MS } from "../phones/controls.ts";
import { addPhonePage } from "../phones/phone-page.ts";
import { Phones } from "../phones/phones.ts";
import { createVendor } from "../wire/vendor.ts";
import { Webhooks } from "../wire/webhooks.ts";
import { createAccount, type WhatsAppFailure, type WhatsAppOptions } from "./account.ts";
import { createCallbacks } from "./callbacks.ts";
import { errorAnswer, failure, WHATSAPP_FAILURES } from "./errors.ts";
import { addMessagesApi } from "./messages-api.ts";

export type WhatsAppSimulator = ReturnType<typeof createWhatsAppSimulator>;

/** A number at Meta's Cloud API or at 360dialog, in memory: templates, messages, callbacks. */
export function createWhatsAppSimulator(options: WhatsAppOptions = {}) {
  const now = options.now ?? Date.now;
  const account = createAccount(options);
  const webhooks = new Webhooks({
    now,
    backoffMs: RECEIPT_BACKOFF_MS,
    retriesByItself: options.retriesByItself ?? false,
    secretOnDemand: () => account.keys.appSecret,
    timeoutMs: 10_000,
  });
  const callbacks = createCallbacks(account, webhooks, now);
  const phones = new Phones<WhatsAppFailure>({ report: callbacks.report, actsAfterMs: options.actsAfterMs ?? null });
  const vendor = createVendor({
    now,
    notFound: () => errorAnswer(404, { code: 2500, title: "Unknown path components", details: "" }),
    failure,
  });
  addPhonePage(vendor, { name: "WhatsApp", phones, failures: WHATSAPP_FAILURES, reply: callbacks.reply });
  addMessagesApi(vendor, account, phones);
  vendor.end();

  return {
    ...messageControls(vendor, phones, webhooks),
    /** Keys, templates and number. Tests may change them. */
    account,
    verifyCallback: callbacks.verify,
    reply: (id: string, text: string) => callbacks.reply(phones.find(id), text),
    /** A status of a message under another number of the same app. */
    reportOfOther: (id: string, number: string) => callbacks.reportOfOther(phones.find(id), number),
    pauseTemplate: (name: string) => void account.paused.add(name),
    /** Messages to this number are accepted, and fail later. */
    leaveWhatsApp: (to: string) => void account.strangers.add(to),
    holdNext: () => void (account.holdsNext = true),
    refuseNext: (status: number, refused: WhatsAppFailure) => void (account.refusesNext = { status, failure: refused }),
  };
}
