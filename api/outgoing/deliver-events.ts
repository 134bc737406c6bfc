import { setTimeout as sleep } from "node:timers/promises";

import { unseal } from "../domain/encryption.ts";
import { EVENT_MS, PATIENCE_MS, pauseAfterFailure } from "../domain/outgoing/events.ts";
import { queueSealedMail } from "../mail/sealed-mail.ts";
import type { Outcome } from "../remote/send-request.ts";
import {
  type DueDelivery,
  hasWaiting,
  listDueEndpoints,
  takeDueDelivery,
  updateDelivery,
} from "../repositories/outgoing/deliveries.ts";
import { type Endpoint, lockEndpoint, updateEndpoint } from "../repositories/outgoing/endpoints.ts";
import { deleteOldEvents, hasOldEvent } from "../repositories/outgoing/events.ts";
import type { Shop } from "../shop/shop.ts";
import { showEvent } from "./show-event.ts";
import { signMessage } from "./sign-event.ts";

/** Longer than a request may take. After the lease, another worker sends it again. */
const LEASE_MS = 20_000;
/** The pause of an endpoint after it failed. */
const REST_MS = 60_000;
/** The pause between looks at other endpoints while a slow one receives. */
const LOOK_MS = 250;
const GONE = 410;
/** The most events, with their deliveries, in one transaction, because orders wait for it. */
const DELETED_AT_ONCE = 1_000;

/**
 * Sends due events, to each endpoint in a separate lane, so that a slow one does not delay others. Each event arrives at least
 * once, in no fixed order. Deletes old events.
 */
export async function deliverEvents(shop: Shop, signal?: AbortSignal): Promise<void> {
  const { db, clock } = shop;
  const lanes = new Map<string, Promise<void>>();
  const failed = new Set<string>();
  const failures: unknown[] = [];
  do {
    const due = signal?.aborted ? [] : await listDueEndpoints(db.read, clock.now());
    for (const id of due.filter((id) => !lanes.has(id) && !failed.has(id))) {
      const lane = sendAllTo(shop, id, signal).catch((error: unknown) => (failed.add(id), void failures.push(error)));
      lanes.set(
        id,
        lane.finally(() => lanes.delete(id)),
      );
    }
    await Promise.race([...lanes.values(), sleep(lanes.size > 0 ? LOOK_MS : 0)]);
  } while (lanes.size > 0);
  await deleteOld(shop, signal);
  if (failures.length > 0) throw failures[0];
}

/** Deletes at least some, even if sending took all the time of this run. */
async function deleteOld({ db, clock }: Shop, signal?: AbortSignal) {
  const before = clock.now() - EVENT_MS;
  while (await hasOldEvent(db.read, before)) {
    await db.transaction((tx) => deleteOldEvents(tx, before, DELETED_AT_ONCE));
    if (signal?.aborted) return;
  }
}

async function sendAllTo(shop: Shop, endpointId: string, signal?: AbortSignal) {
  while (!signal?.aborted) {
    const due = await shop.db.transaction((tx) => takeDueDelivery(tx, endpointId, shop.clock.now(), LEASE_MS));
    if (due === undefined) return;
    const outcome = await send(shop, due);
    if (isAccepted(outcome)) await noteAccepted(shop, due, outcome);
    else return noteFailure(shop, due, outcome);
  }
}

const isAccepted = ({ status }: Outcome) => status !== null && status >= 200 && status < 300;

function send(shop: Shop, { event, endpoint }: DueDelivery): Promise<Outcome> {
  const { tenant, clock, sender } = shop;
  const body = JSON.stringify(showEvent(tenant.id, event));
  const signed = signMessage(secretsOf(shop, endpoint), event.id, clock.now(), body);
  const headers = { "content-type": "application/json", "user-agent": "Awning", ...signed };
  return sender.send({ url: endpoint.url, headers, body, isLoopbackAllowed: shop.isLoopbackAllowed() });
}

/** The secrets that sign now. For a day after a rotation, this includes the former one. */
function secretsOf({ keys, tenant, clock }: Shop, endpoint: Endpoint): string[] {
  const { id, secret_sealed, old_secret_sealed, old_secret_until } = endpoint;
  const isOldValid = old_secret_sealed !== null && old_secret_until! > clock.now();
  return [secret_sealed, ...(isOldValid ? [old_secret_sealed] : [])].map((sealed) =>
    unseal(keys, "endpoint", sealed, { tenantId: tenant.id, id }),
  );
}

const toColumns = ({ status, answer, tookMs }: Outcome, now: number) => ({
  status,
  answer,
  took_ms: tookMs,
  tried_at: now,
});

async function noteAccepted({ db, clock }: Shop, { delivery, endpoint }: DueDelivery, outcome: Outcome) {
  const now = clock.now();
  await db.transaction(async (tx) => {
    await updateEndpoint(tx, endpoint.id, { delivered_at: now, rest_until: null, failing_since: null });
    await updateDelivery(tx, delivery.id, { ...toColumns(outcome, now), state: "delivered", next_try_at: null });
  });
}

/** Tries again later, or gives up. An endpoint that accepted nothing during all tries is paused, and the brand gets a mail. */
async function noteFailure(shop: Shop, { delivery, endpoint: { id, url } }: DueDelivery, outcome: Outcome) {
  const now = shop.clock.now();
  const isGone = outcome.status === GONE;
  const pause = isGone ? undefined : pauseAfterFailure(delivery.tries);
  shop.log.warn(
    { endpoint: id, delivery: delivery.id, status: outcome.status, tries: delivery.tries },
    "event not sent",
  );
  await shop.db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, id);
    if (endpoint === undefined) return;
    const end = pause === undefined ? ({ state: "failed", next_try_at: null } as const) : { next_try_at: now + pause };
    await updateDelivery(tx, delivery.id, { ...toColumns(outcome, now), ...end });
    if (endpoint.paused_at !== null) return;
    const failingSince = endpoint.failing_since ?? now;
    if (!isGone && now - failingSince < PATIENCE_MS) {
      // Without another try, it is unknown if the endpoint still fails.
      const isTriedAgain = pause !== undefined || (await hasWaiting(tx, id));
      return updateEndpoint(tx, id, { rest_until: now + REST_MS, failing_since: isTriedAgain ? failingSince : null });
    }
    const problem = outcome.status === null ? outcome.answer : `It answered ${outcome.status}.`;
    await updateEndpoint(tx, id, { paused_at: now, problem });
    await queueSealedMail(tx, shop, { kind: "endpoint-paused", about: `${id} ${now}`, contents: { url, problem } });
  });
}
