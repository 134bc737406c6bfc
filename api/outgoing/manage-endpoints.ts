import { isIP } from "node:net";

import { isLoopbackAddress } from "../../config/brand/loopback.ts";
import { hostOf } from "../../config/typed/ip-address.ts";
import { ApiError, notFound } from "../base/error.ts";
import { DAY_MS } from "../domain/days.ts";
import { seal, unseal } from "../domain/encryption.ts";
import type { EventType } from "../domain/outgoing/events.ts";
import { idOf, makeOnce, refuseOldForm, secretOf, sentBefore, type SentForm } from "../forms/make-once.ts";
import { isAllowedAddress } from "../remote/public-address.ts";
import { hurryDeliveries, replayDeliveries } from "../repositories/outgoing/deliveries.ts";
import {
  deleteEndpoint,
  type Endpoint,
  findEndpoint,
  insertEndpoint,
  lockEndpoint,
  setSubscriptions,
  updateEndpoint,
} from "../repositories/outgoing/endpoints.ts";
import { recordTest } from "../repositories/outgoing/events.ts";
import type { Shop } from "../shop/shop.ts";
import { createSecret } from "./sign-event.ts";

const MOST_ENDPOINTS = 20;
/** The time after a rotation in which the former secret also signs. */
const OLD_SECRET_MS = DAY_MS;

type Wanted = { url: string; events: EventType[] };

/**
 * @returns the new endpoint's id, and its secret, which is shown once; a form that is sent twice gets the same ones
 * @throws ApiError 400 for a URL that is not allowed, 409, also if the secret has changed since
 */
export async function addEndpoint(shop: Shop, { url, events }: Wanted, by: string, form: SentForm = {}) {
  checkUrl(shop, url);
  const secret = createSecret(secretOf(shop, "endpoint", form));
  const id = idOf("endpoint", form);
  const add = shop.db.transaction(async (tx) => {
    await makeOnce(tx, form, shop.clock.now(), async () => {
      const endpoint: Endpoint = {
        id,
        url,
        secret_sealed: sealFor(shop, id, secret),
        old_secret_sealed: null,
        old_secret_until: null,
        paused_at: null,
        problem: null,
        rest_until: null,
        failing_since: null,
        delivered_at: null,
        created_by: by,
        created_at: shop.clock.now(),
      };
      if (!(await insertEndpoint(tx, endpoint, MOST_ENDPOINTS)))
        throw new ApiError(409, `A brand has at most ${MOST_ENDPOINTS} endpoints. Remove one first.`);
      await setSubscriptions(tx, id, events);
      return { id };
    });
    const sealed = (await findEndpoint(tx, id))?.secret_sealed;
    if (sealed === undefined || unsealFor(shop, id, sealed) !== secret) throw sentBefore();
    return { id, secret };
  });
  return add.catch(refuseOldForm);
}

/** Changes the URL of an endpoint, and its events from now on. @throws ApiError as addEndpoint, 404 */
export async function changeEndpoint(shop: Shop, id: string, { url, events }: Wanted) {
  checkUrl(shop, url);
  await withEndpoint(shop, id, async (tx) => {
    await updateEndpoint(tx, id, { url });
    await setSubscriptions(tx, id, events);
  });
}

/** @returns a new secret, shown once; the former one signs beside it for a day. @throws ApiError 404 */
export async function rotateSecret(shop: Shop, id: string): Promise<string> {
  const secret = createSecret();
  await withEndpoint(shop, id, (tx, { secret_sealed }) =>
    updateEndpoint(tx, id, {
      secret_sealed: sealFor(shop, id, secret),
      old_secret_sealed: secret_sealed,
      old_secret_until: shop.clock.now() + OLD_SECRET_MS,
    }),
  );
  return secret;
}

/** Pauses an endpoint: its events wait from now on. @throws ApiError 404 */
export const pauseEndpoint = (shop: Shop, id: string) =>
  withEndpoint(shop, id, (tx) => updateEndpoint(tx, id, { paused_at: shop.clock.now(), problem: null }));

/** Resumes an endpoint, and sends the waiting events, too. @throws ApiError 404 */
export const resumeEndpoint = (shop: Shop, id: string) =>
  withEndpoint(shop, id, async (tx) => {
    await updateEndpoint(tx, id, { paused_at: null, problem: null, rest_until: null, failing_since: null });
    await hurryDeliveries(tx, id, shop.clock.now());
  });

/** @throws ApiError 404 */
export const removeEndpoint = (shop: Shop, id: string) => withEndpoint(shop, id, (tx) => deleteEndpoint(tx, id));

/** Sends a test event. @returns its id. @throws ApiError 404, 409 for a paused endpoint */
export const sendTest = (shop: Shop, id: string) =>
  withEndpoint(shop, id, async (tx, { paused_at }) => {
    if (paused_at !== null) throw new ApiError(409, "This endpoint is paused. Resume it first.");
    await updateEndpoint(tx, id, { rest_until: null });
    return recordTest(tx, id, shop.clock.now());
  });

/** Sends one delivery again, or all that failed since a time (ms). @returns their number. @throws ApiError 404 */
export const replay = (shop: Shop, id: string, which: Parameters<typeof replayDeliveries>[2]) =>
  withEndpoint(shop, id, async (tx) => {
    const count = await replayDeliveries(tx, id, which, shop.clock.now());
    if ("id" in which && count === 0) throw notFound();
    await updateEndpoint(tx, id, { rest_until: null });
    return count;
  });

type WriteEndpoint<T> = (tx: Parameters<typeof lockEndpoint>[0], endpoint: Endpoint) => Promise<T>;

const withEndpoint = <T>({ db }: Shop, id: string, write: WriteEndpoint<T>): Promise<T> =>
  db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, id);
    if (endpoint === undefined) throw notFound();
    return write(tx, endpoint);
  });

const sealFor = ({ keys, tenant }: Shop, id: string, secret: string) =>
  seal(keys, "endpoint", secret, { tenantId: tenant.id, id });

const unsealFor = ({ keys, tenant }: Shop, id: string, sealed: string) =>
  unseal(keys, "endpoint", sealed, { tenantId: tenant.id, id });

/** Checks the form of a URL; its host name is resolved at each delivery. @throws ApiError 400 */
function checkUrl(shop: Shop, text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const problem = url === undefined ? NO_URL : findUrlProblem(url, shop.isLoopbackAllowed());
  if (problem !== undefined) throw new ApiError(400, problem, { url: problem });
}

const NO_URL = "Enter a URL that begins with https://";

function findUrlProblem(url: URL, isLoopbackAllowed: boolean): string | undefined {
  const host = hostOf(url);
  const isLoopback = isLoopbackAddress(host);
  const isHttpAllowed = isLoopbackAllowed && isLoopback;
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isHttpAllowed)) return NO_URL;
  if ([url.username, url.password, url.hash].some((part) => part !== ""))
    return "Leave out the user, the password and what follows #.";
  const isPrivate = isIP(host) && !isAllowedAddress(host, { isLoopbackAllowed });
  return isPrivate || (isLoopback && !isHttpAllowed) ? "This address is not on the public internet." : undefined;
}
