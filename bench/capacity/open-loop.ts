import { setTimeout as pause } from "node:timers/promises";

/**
 * Starts `count` visits at random moments, `perSecond` of them on average. It does not wait for earlier visits to end, because
 * real visitors arrive independently.
 * @returns after the end of the last visit: the seconds since the start of the first, and the errors of failed visits
 */
export async function runOpenLoop(count: number, perSecond: number, visit: (index: number) => Promise<void>) {
  const started = performance.now();
  const errors: unknown[] = [];
  const visits: Promise<void>[] = [];
  let dueAt = started;
  for (let index = 0; index < count; index++) {
    visits.push(visit(index).catch((error: unknown) => void errors.push(error)));
    dueAt += (-Math.log(1 - Math.random()) / perSecond) * 1_000;
    await pause(Math.max(0, dueAt - performance.now()));
  }
  await Promise.all(visits);
  return { seconds: (performance.now() - started) / 1_000, errors };
}
