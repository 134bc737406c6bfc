/** Time for everything that the API decides: tests pass one that they can turn. `now` is integer ms since 1970, UTC. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };
