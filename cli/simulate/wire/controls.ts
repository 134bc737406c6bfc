import type { Fault } from "./faults.ts";
import type { Vendor } from "./vendor.ts";
import type { Sending, Webhooks } from "./webhooks.ts";

/** What a person or a test can do with each simulated gateway. */
export const gatewayControls = (vendor: Vendor, account: { webhookUrl: string | undefined }, webhooks: Webhooks) => ({
  app: vendor.app,
  /** Every call, with what was wrong with it. */
  requests: vendor.requests,
  webhooks,
  setWebhookUrl: (url: string | undefined) => void (account.webhookUrl = url),
  failNext: (fault: { call: string; how: Fault; times?: number }) => vendor.faults.failNext(fault),
  onNext: (call: string, run: (body: any) => void | Promise<void>) => vendor.faults.onNext(call, run),
  sendWebhook: (eventOrId: string, how?: Sending) => webhooks.send(eventOrId, how),
});
