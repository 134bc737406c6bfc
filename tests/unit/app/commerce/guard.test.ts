import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { createCircuitBreaker, FAILURES_IN_A_ROW, MAX_CALLS, MAX_WAITING, PROBE_MS } from "#app/commerce/guard.ts";

import { ForeignHost } from "../../../helpers/backend/foreign-host.ts";
import { clientOf } from "../../../helpers/storefront/client.ts";
import { waitUntil } from "../../../helpers/waiting/patience.ts";

let host: ForeignHost;
beforeEach(async () => {
  host = await new ForeignHost().start();
});
afterEach(() => host[Symbol.asyncDispose]());

const busy = { ok: false, error: { kind: "busy" } };
const SEARCH = "GET /search/";

test("sends a slow backend 64 calls, queues 128, and refuses more at once [SSR-11]", async () => {
  const { commerce } = await (await clientOf(host)).open();
  const release = host.hold(SEARCH);
  const calls = Array.from({ length: MAX_CALLS + MAX_WAITING }, (_, index) => commerce.search(`card ${index}`));
  await waitUntil(() => host.peak === MAX_CALLS);
  expect(await commerce.search("one more")).toEqual(busy);
  host.heal();
  release();
  const answers = await Promise.all(calls);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(MAX_CALLS + MAX_WAITING);
  expect([MAX_CALLS, MAX_WAITING, host.peak]).toEqual([64, 128, MAX_CALLS]);
  expect((await commerce.search("card 1")).ok).toBe(true);
});

test("keeps a separate queue for another brand's backend [SSR-11]", async () => {
  await using other = await new ForeignHost().start();
  const { commerce } = await (await clientOf(host)).open();
  const { commerce: otherCommerce } = await (await clientOf(other)).open();
  const release = host.hold(SEARCH);
  const calls = Array.from({ length: MAX_CALLS + MAX_WAITING }, () => commerce.search("card"));
  expect((await otherCommerce.search("card 1")).ok).toBe(true);
  release();
  await Promise.all(calls);
});

test("keeps a separate circuit breaker for another brand's backend [TEN-09]", async () => {
  await using other = await new ForeignHost().start();
  const clients = [await clientOf(host), await clientOf(other)];
  const { commerce } = await clients[0]!.open();
  host.fail(SEARCH, 500);
  for (let call = 0; call < FAILURES_IN_A_ROW; call++) await commerce.search("card");
  expect(clients.map(({ commerceBackend }) => commerceBackend.isCircuitOpen())).toEqual([true, false]);
});

test("stops calling a backend that cuts its connections [SSR-11]", async () => {
  const { open, commerceBackend } = await clientOf(host);
  const { commerce } = await open();
  host.cut(SEARCH);
  for (let call = 0; call < FAILURES_IN_A_ROW; call++)
    expect(await commerce.search("card")).toMatchObject({ ok: false, error: { kind: "lost" } });
  expect(commerceBackend.isCircuitOpen()).toBe(true);
});

test("soon stops calling a backend that always fails, and calls it again after it recovers [SSR-11]", async () => {
  const { commerce } = await (await clientOf(host)).open();
  host.fail(SEARCH, 500);
  for (let call = 0; call < 200; call++) await commerce.search("card");
  // One call a second may have gone through as a probe.
  expect(host.recorded(SEARCH).length).toBeLessThanOrEqual(FAILURES_IN_A_ROW + 5);
  expect(await commerce.getHome()).toEqual(busy);
  host.heal();
  await waitUntil(async () => (await commerce.search("card 1")).ok);
  expect((await commerce.getHome()).ok).toBe(true);
});

test("does not count refusals, wrong shapes and shoppers who leave as failures of the backend [SSR-11]", async () => {
  const gone = new AbortController();
  const { open } = await clientOf(host);
  const { commerce } = await open();
  const { commerce: leaving } = await open(null, gone.signal);
  host.fail(SEARCH, 404);
  for (let call = 0; call < FAILURES_IN_A_ROW; call++) await commerce.search("card");
  host.fail(SEARCH, 200, "<html>");
  for (let call = 0; call < FAILURES_IN_A_ROW; call++) await commerce.search("card");
  host.hold(SEARCH);
  const left = Array.from({ length: FAILURES_IN_A_ROW }, () => leaving.search("card"));
  await waitUntil(() => host.peak >= FAILURES_IN_A_ROW);
  gone.abort();
  await Promise.all(left);
  host.heal();
  const answers = await Promise.all([commerce.search("card 1"), commerce.search("card 1")]);
  expect(answers.map(({ ok }) => ok)).toEqual([true, true]);
});

describe("the guard alone", () => {
  const fails = async () => "failed";
  const works = async () => "worked";
  const isFailure = (value: string) => value === "failed";

  test("lets one probe through each second, and closes again after one success [SSR-11]", async () => {
    const time = { now: 1_000_000 };
    const guard = createCircuitBreaker(() => time.now);
    for (let call = 0; call < FAILURES_IN_A_ROW; call++) expect(await guard.run(fails, isFailure)).toBe("failed");
    expect(await guard.run(works, isFailure)).toBe("worked"); // the first probe goes at once
    for (let call = 0; call < FAILURES_IN_A_ROW + 1; call++) await guard.run(fails, isFailure);
    expect(await guard.run(works, isFailure)).toBeNull();
    time.now += PROBE_MS;
    expect(await Promise.all([guard.run(fails, isFailure), guard.run(works, isFailure)])).toEqual(["failed", null]);
    time.now += PROBE_MS;
    expect(await guard.run(works, isFailure)).toBe("worked");
    expect(await guard.run(works, isFailure)).toBe("worked");
  });

  test("ends the wait of a call whose time is over, and still runs no more than its number at once [SSR-11]", async () => {
    const guard = createCircuitBreaker();
    const gone = new AbortController();
    let finish = () => {};
    const held = new Promise<string>((resolve) => (finish = () => resolve("worked")));
    let most = 0;
    let running = 0;
    const work = async () => {
      most = Math.max(most, ++running);
      return held.finally(() => running--);
    };
    const first = Array.from({ length: MAX_CALLS }, () => guard.run(work, isFailure));
    const late = guard.run(fails, isFailure, gone.signal);
    const patient = [guard.run(work, isFailure), guard.run(work, isFailure)];
    gone.abort();
    expect([await late, running]).toEqual(["failed", MAX_CALLS]);
    finish();
    await Promise.all([...first, ...patient]);
    expect(most).toBe(MAX_CALLS);
  });

  test("restarts the count after a success, and frees the place of a call that throws", async () => {
    const guard = createCircuitBreaker();
    for (let call = 0; call < 3 * FAILURES_IN_A_ROW; call++) {
      expect(await guard.run(call % FAILURES_IN_A_ROW === 0 ? works : fails, isFailure)).not.toBeNull();
    }
    for (let call = 0; call < 2 * (MAX_CALLS + MAX_WAITING); call++) {
      await expect(guard.run(() => Promise.reject(new Error("bug")), isFailure)).rejects.toThrow("bug");
    }
  });
});
