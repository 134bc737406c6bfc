import type { Fault } from "./faults.ts";
import type { Vendor } from "./vendor.ts";
import type { Sending, Webhooks } from "./webhooks.ts";

/** The actions of a person or a test on each simulated gateway. */
export const gatewayControls = (vendor: Vendor, account: { webhookUrl: string | undefined }, webhooks: Webhooks) => ({
  app: vendor.app,
  /** Every call, with its problems. */
  requests: vendor.requests,
  webhooks,
  setWebhookUrl: (url: string | undefined) => void (account.webhookUrl = url),
  failNext: (fault: { call: string; how: Fault; times?: number }) => vendor.faults.failNext(fault),
  onNext: (call: string, run: (body: any) => void | Promise<void>) => vendor.faults.onNext(call, run),
  sendWebhook: (eventOrId: string, how?: Sending) => webhooks.send(eventOrId, how),
});
