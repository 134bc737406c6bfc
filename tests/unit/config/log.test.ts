import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { createLog } from "../../../config/process/log.ts";

describe("the log", () => {
  const lines: { level: number; msg: string; count?: number; err?: { message: string }; tenant?: string }[] = [];
  const log = createLog({ level: "debug" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  beforeEach(() => {
    vi.useFakeTimers();
    lines.length = 0;
  });
  afterEach(() => {
    vi.runAllTimers();
    vi.useRealTimers();
  });
  const refused = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

  test("writes an error of a kind once for all tenants, then counts it once a minute until it ends", () => {
    for (let brand = 0; brand < 500; brand++)
      log.child({ tenant: `brand-${brand}` }).error({ err: refused(), work: "mail" }, "work in the background failed");
    expect(lines).toMatchObject([{ level: 50, tenant: "brand-0", err: { message: "connect ECONNREFUSED" } }]);
    vi.advanceTimersByTime(60_000);
    expect(lines[1]).toMatchObject({
      level: 50,
      count: 499,
      msg: "repeated in the last minute: work in the background failed: Error ECONNREFUSED",
    });
    expect(lines[1]).not.toHaveProperty("tenant");
    vi.advanceTimersByTime(60_000);
    log.error({ err: refused() }, "work in the background failed");
    vi.advanceTimersByTime(600_000);
    expect(lines.map(({ count }) => count)).toEqual([undefined, 499, undefined]);
  });

  test("treats errors that differ only in ids and numbers as one kind", () => {
    log.error({ err: new Error("order ab3-x has 5 cards") }, "failed");
    log.error({ err: new Error("order cd4-y has 71 cards") }, "failed");
    log.error({ err: new Error("order cd4-y has no cards") }, "failed");
    log.error({ err: new Error("order cd4-y has 71 cards") }, "lost");
    log.warn(refused());
    expect(lines).toHaveLength(4);
  });

  test("logs each error that names an order", () => {
    for (const orderId of ["a", "b", "b"]) log.error({ err: refused(), orderId }, "order not fulfilled yet");
    expect(lines).toHaveLength(3);
    for (const orderId of ["a", "b", "b"]) log.warn({ err: refused(), orderId }, "payment gateway cannot be asked");
    expect(lines).toHaveLength(4);
  });

  test("leaves fatal lines and lines without an error unchanged", () => {
    for (let time = 0; time < 3; time++) {
      log.error({ count: 1 }, "two");
      log.info({ err: refused() }, "no error");
      log.fatal({ err: refused() }, "the end");
    }
    expect(lines).toHaveLength(9);
  });
});
