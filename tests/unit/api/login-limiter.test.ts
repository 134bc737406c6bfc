import { expect, test } from "vitest";
import { processLimiters, type LimiterStore } from "../../../api/limiter-store.ts";
import { defaultLimits } from "../../../api/limits.ts";
import { createLoginLimiter } from "../../../api/login-limiter.ts";

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
