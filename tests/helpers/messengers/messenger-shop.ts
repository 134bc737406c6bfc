import { buffer } from "node:stream/consumers";

import express, { type Express } from "express";

import { createMessengers } from "../../../api/messengers/create-messengers.ts";
import type { Messenger, PhoneMessage, ReadCallback } from "../../../api/ports/messenger.ts";
import type { Channel } from "../../../config/brand/messages.ts";
import { TenantSchema } from "../../../config/brand/schema.ts";
import { secretVariable } from "../../../config/brand/secrets.ts";
import { listen } from "../../../simulators/wire/listen.ts";

type Options = {
  simulator: { app: Express };
  channel: Channel;
  /** The provider in tenant.json, with the simulator's URL. */
  provider(url: string): object;
  /** Without their common start. */
  secrets: Record<string, string>;
  now(): number;
};

/**
 * The shop "maple" with one channel, whose provider a simulator plays over HTTP. Its receipt address reads each callback with the
 * messenger, keeps the result, and answers 200, or 401 without a proof.
 */
export async function startMessengerShop({ simulator, channel, provider, secrets, now }: Options) {
  const server = await listen(simulator);
  const values = Object.fromEntries(
    Object.entries(secrets).map(([name, value]) => [secretVariable("MESSAGES", ["maple", channel], name), value]),
  );
  const tenant = TenantSchema.parse({
    id: "maple",
    hostnames: ["gifts.maple.example"],
    messages: { [channel]: provider(server.url) },
  });
  const outbox = { send: () => Promise.reject(new Error("a provider is configured")) };
  const messenger = createMessengers(tenant, { secrets: values, clock: { now }, outbox }).get(channel)!;
  const callbacks: ReadCallback[] = [];
  const app = express();
  app.use(async (req, res) => {
    const read = messenger.readCallback({
      method: req.method as "GET" | "POST",
      headers: req.headers,
      query: new URL(req.originalUrl, "http://shop").searchParams,
      rawBody: await buffer(req),
      receivedAt: now(),
    });
    callbacks.push(read);
    res.status(read.ok ? 200 : 401).end(read.ok ? read.answer : read.reason);
  });
  const shop = await listen({ app });
  return {
    messenger: messenger as Messenger & { check: NonNullable<Messenger["check"]> },
    /** The environment variables of the secrets, which a test may change. */
    values,
    callbacks,
    /** The receipts of all callbacks with a proof. */
    receipts: () => callbacks.flatMap((read) => (read.ok ? read.receipts : [])),
    replies: () => callbacks.flatMap((read) => (read.ok ? read.replies : [])),
    url: server.url,
    receiptUrl: `${shop.url}/message-receipt/${channel}`,
    /** Ends the provider only. */
    disconnect: () => server.close(),
    async close() {
      await Promise.all([server.close().catch(() => {}), shop.close()]);
    },
  };
}

export type MessengerShop = Awaited<ReturnType<typeof startMessengerShop>>;

let messages = 0;

/** A message about vouchers to a made-up number; its id is new each time. */
export const phoneMessage = (
  shop: Pick<MessengerShop, "receiptUrl">,
  more: Partial<PhoneMessage> = {},
): PhoneMessage => ({
  id: `m${String(++messages).padStart(21, "0")}`,
  kind: "vouchers",
  to: "+919800000001",
  language: "en",
  template: { id: "vouchers" },
  values: [
    { name: "name", text: "Asha R." },
    { name: "shop", text: "Maple" },
    { name: "link", text: "n=MPL7Q2&t=k8" },
  ],
  receiptUrl: shop.receiptUrl,
  ...more,
});
