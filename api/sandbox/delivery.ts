import { lookup } from "node:dns";

import { Agent, request } from "undici";

import { isLoopbackHostname } from "../../config/loopback.ts";
import type { Clock } from "../clock.ts";
import type { TenantDatabase } from "../db/database.ts";
import type { TenantKeys } from "../domain/keys.ts";
import {
  finishDelivery,
  retryDeliveryAt,
  type SandboxDelivery,
  type SandboxPayment,
  takeDueDelivery,
} from "../repositories/sandbox.ts";
import { type SandboxNotification, signNotification } from "./signature.ts";

const TIMEOUT_MS = 10_000;

/** Pauses between the tries of one notification: 1 s, 2 s, 4 s, … for about nine hours. */
const FIRST_RETRY_MS = 1_000;
const MAX_TRIES = 15;
const BATCH = 50;

/** Browsers resolve *.localhost themselves (RFC 6761); Node asks the system, and Debian's does not know such names. */
const agent = new Agent({
  connect: {
    timeout: 2_000,
    lookup: (hostname, options, callback) =>
      lookup(isLoopbackHostname(hostname) ? "127.0.0.1" : hostname, options, callback),
  },
});

type Parts = { db: TenantDatabase; clock: Clock; keys: TenantKeys; storefrontPort?: number };

/**
 * Sends notifications that are due to their orders' notify_url; what is not answered with 2xx is tried again later.
 * @returns true when more may be due
 */
export async function deliverDueNotifications(parts: Parts, signal?: AbortSignal): Promise<boolean> {
  const { db, clock } = parts;
  for (let sent = 0; sent < BATCH && !signal?.aborted; sent++) {
    const due = await db.transaction((tx) => takeDueDelivery(tx, clock.now(), TIMEOUT_MS + 5_000));
    if (due === undefined) return false;
    const { delivery, payment } = due;
    const isDone = (await send(parts, delivery, payment)) || delivery.is_forged === 1 || delivery.tries >= MAX_TRIES;
    const retryAt = clock.now() + FIRST_RETRY_MS * 2 ** (delivery.tries - 1);
    await db.transaction((tx) =>
      isDone ? finishDelivery(tx, delivery.id, clock.now()) : retryDeliveryAt(tx, delivery.id, retryAt),
    );
  }
  return true;
}

/** True when the shop took it; false when it refused, or could not be reached. */
async function send(
  { keys, clock, storefrontPort }: Parts,
  delivery: SandboxDelivery,
  payment: SandboxPayment,
): Promise<boolean> {
  const notification: SandboxNotification = {
    event_id: delivery.event_id,
    payment_id: payment.id,
    order_number: payment.order_number,
    result: delivery.result,
    amount: payment.amount,
    currency: "INR",
    payer: payment.payer ?? undefined,
  };
  const body = JSON.stringify(notification);
  // A forger does not have the key: the signature is that of another body.
  const signature = signNotification(keys, delivery.is_forged === 1 ? `${body} ` : body, clock.now());
  try {
    const { url, host } = resolveNotifyUrl(payment.notify_url, storefrontPort);
    const response = await request(url, {
      method: "POST",
      headers: { "content-type": "application/json", host, ...signature },
      body,
      dispatcher: agent,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    await response.body.dump();
    return response.statusCode >= 200 && response.statusCode < 300;
  } catch {
    return false; // the storefront is down: the next try, or the reconciler, brings it
  }
}

/**
 * Where a notification goes, and the Host header of its URL. On loopback the URL's port comes from the shopper's Host
 * header: it may be one that leads here from outside (`docker run -p 8080:3000`), or another program's. Only the
 * storefront's own is used.
 */
function resolveNotifyUrl(notifyUrl: string, storefrontPort?: number) {
  const url = new URL(notifyUrl);
  const { host, hostname } = url;
  if (storefrontPort && isLoopbackHostname(hostname)) {
    url.protocol = "http:";
    url.port = String(storefrontPort);
  }
  return { url, host };
}
