import { expect, test } from "vitest";

import { type LimiterStore, processLimiters } from "../../../../api/limits/limiter-store.ts";
import { defaultLimits } from "../../../../api/limits/limits.ts";
import { createLoginLimiter } from "../../../../api/limits/login-limiter.ts";

test("stores nothing more for a network that has used up its logins, whatever names it tries [AUTH-04]", async () => {
  const keys = new Set<string>();
  const store: LimiterStore = {
    ...processLimiters,
    createLimiter(limit) {
      const limiter = processLimiters.createLimiter(limit);
      const { consume } = limiter;
      limiter.consume = (key, ...rest) => {
        keys.add(`${limit.name} ${key}`);
        return consume.call(limiter, key, ...rest);
      };
      return limiter;
    },
  };
  const limiter = createLoginLimiter({ ...defaultLimits, loginFailuresPerNet: 20 }, "acme", store);
  for (let name = 0; name < 20; name++) expect(await limiter.tryLogin(`u${name}`, "203.0.113.9")).toBe(true);
  const before = keys.size;
  for (let name = 20; name < 100; name++) expect(await limiter.tryLogin(`u${name}`, "203.0.113.9")).toBe(false);
  expect(keys.size).toBe(before);
  expect(await limiter.tryLogin("u1", "198.51.100.9")).toBe(true);
});

test("a refused network uses up none of the attempts that its victim has elsewhere [AUTH-01]", async () => {
  const limits = { ...defaultLimits, loginFailuresPerNameAndNet: 3, loginFailuresPerName: 5 };
  const limiter = createLoginLimiter(limits, "acme", processLimiters);
  const guess = () => limiter.tryLogin("owner@example.test", "203.0.113.9");
  const guesses = [];
  for (let tries = 0; tries < 20; tries++) guesses.push(await guess());
  expect(guesses.filter(Boolean)).toHaveLength(3);
  const elsewhere = [];
  for (let tries = 0; tries < 3; tries++) elsewhere.push(await limiter.tryLogin("owner@example.test", "198.51.100.9"));
  expect(elsewhere).toEqual([true, true, false]); // five of the name in all
});

test("a correct password restores all attempts of a known device [AUTH-01]", async () => {
  const limiter = createLoginLimiter({ ...defaultLimits, loginFailuresPerDevice: 3 }, "acme", processLimiters);
  const at = ["owner@example.test", "203.0.113.9", "a-device"] as const;
  for (let login = 0; login < 5; login++) {
    for (let wrong = 0; wrong < 2; wrong++) expect(await limiter.tryLogin(...at)).toBe(true);
    expect(await limiter.tryLogin(...at)).toBe(true);
    await limiter.loginSucceeded(...at);
  }
  const wrong = [];
  for (let tries = 0; tries < 4; tries++) wrong.push(await limiter.tryLogin(...at));
  expect(wrong).toEqual([true, true, true, false]);
});
