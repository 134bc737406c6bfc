import { expect, test } from "vitest";
import { processLimiters, type LimiterStore } from "../../../../api/limits/limiter-store.ts";
import { defaultLimits } from "../../../../api/limits/limits.ts";
import { createLoginLimiter } from "../../../../api/limits/login-limiter.ts";

test("[AUTH-04] a network that has used up its logins leaves nothing more in memory, whatever names it tries", async () => {
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

test("[AUTH-01] a network that is refused takes none of the tries that its victim has elsewhere", async () => {
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

test("[AUTH-01] a right password gives a device that the account knows all its tries back", async () => {
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
