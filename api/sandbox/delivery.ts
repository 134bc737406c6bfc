import { lookup } from "node:dns";
import { setTimeout as pause } from "node:timers/promises";

import { Agent, request } from "undici";

import { isLoopbackHostname } from "../../config/brand/loopback.ts";
import type { Clock } from "../base/clock.ts";
import type { TenantDatabase } from "../db/database.ts";
import type { TenantKeys } from "../domain/keys.ts";
import {
  finishDelivery,
  isBeingDelivered,
  retryDeliveryAt,
  type SandboxDelivery,
  type SandboxPayment,
  takeDueDelivery,
} from "../repositories/sandbox/sandbox.ts";
import { type SandboxNotification, signNotification } from "./signature.ts";

/** For one try, with its connection and its answer. */
const TIMEOUT_MS = 10_000;
/** The lease of a notification for its sender. */
const LEASE_MS = TIMEOUT_MS + 5_000;

/** Pauses between the tries of one notification: 1 s, 2 s, 4 s, … for about nine hours. */
const FIRST_RETRY_MS = 1_000;
const MAX_TRIES = 15;
const BATCH = 50;
/** The pause between two checks for a notification that another program sends. */
const LOOK_MS = 20;

/**
 * Browsers resolve *.localhost themselves (RFC 6761). Node uses the system's resolver, and Debian does not resolve these names.
 */
const agent = new Agent({
  connect: {
    timeout: 2_000,
    lookup: (hostname, options, callback) =>
      lookup(isLoopbackHostname(hostname) ? "127.0.0.1" : hostname, options, callback),
  },
});

type Parts = { db: TenantDatabase; clock: Clock; keys: TenantKeys; storefrontOrigin?: string };

/**
 * Sends due notifications to their orders' notify_url; those not answered with 2xx are retried later.
 * @returns true when more may be due
 */
export async function deliverDueNotifications(parts: Parts, signal?: AbortSignal): Promise<boolean> {
  const { db, clock } = parts;
  for (let sent = 0; sent < BATCH && !signal?.aborted; sent++) {
    const due = await db.transaction((tx) => takeDueDelivery(tx, clock.now(), LEASE_MS));
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

/**
 * Like deliverDueNotifications. It also waits while another program or call sends a notification of this payment for the first
 * time. It ends early when `signal` is aborted.
 */
export async function deliverNotificationsOf(parts: Parts, paymentId: string, signal: AbortSignal): Promise<void> {
  const { db, clock } = parts;
  for (;;) {
    await deliverDueNotifications(parts, signal);
    const now = clock.now();
    // A lease lasts longer than the pause after a first try.
    const isUnderWay = await isBeingDelivered(db.read, paymentId, { now, leasedUntil: now + FIRST_RETRY_MS });
    if (signal.aborted || !isUnderWay) return;
    await pause(LOOK_MS);
  }
}

/** False if the shop refused the notification or could not be reached. */
async function send(
  { keys, clock, storefrontOrigin }: Parts,
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
  // A forger does not have the key, so the signature belongs to another body.
  const signature = signNotification(keys, delivery.is_forged === 1 ? `${body} ` : body, clock.now());
  try {
    const { url, host } = resolveNotifyUrl(payment.notify_url, storefrontOrigin);
    const response = await request(url, {
      method: "POST",
      headers: { "content-type": "application/json", host, ...signature },
      body,
      dispatcher: agent,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body.dump();
    return response.statusCode >= 200 && response.statusCode < 300;
  } catch {
    return false; // the storefront is down: a later try or the reconciler reports it
  }
}

/**
 * The address of a notification, and the Host header of its URL. On loopback, the URL's port comes from the shopper's Host
 * header. So it may be a forwarded port (`docker run -p 8080:3000`) or another program's. The storefront may also run in another
 * container. Only the storefront's own origin is used.
 */
function resolveNotifyUrl(notifyUrl: string, storefrontOrigin?: string) {
  const { host, hostname, pathname, search } = new URL(notifyUrl);
  const isOurs = storefrontOrigin !== undefined && isLoopbackHostname(hostname);
  return { url: isOurs ? storefrontOrigin + pathname + search : notifyUrl, host };
}
