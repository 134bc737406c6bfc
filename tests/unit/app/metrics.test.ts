import { Registry } from "prom-client";
import { expect, test } from "vitest";

import { createRequestMetrics } from "#app/http/request-metrics.server.ts";

const OUTCOMES = ["2xx", "3xx", "4xx", "5xx", "aborted"] as const;

test("a thousand brands add seven lines each, and routes without end a bounded number", async () => {
  const registry = new Registry();
  const metrics = createRequestMetrics(registry);
  for (let at = 0; at < 1_000; at++)
    for (const outcome of OUTCOMES)
      for (const method of ["GET", "POST"])
        metrics.countAnswer(`brand-${at}`, method, `/page-${at}`, outcome, at / 500);
  const lines = (await registry.metrics()).split("\n").filter((line) => line && !line.startsWith("#"));
  expect(lines.filter((line) => line.includes('tenant="brand-7"'))).toHaveLength(7);
  expect(lines.filter((line) => line.includes("tenant="))).toHaveLength(7_000);
  expect(lines.length - 7_000).toBeLessThanOrEqual(151 * 5 * 12);
  expect(lines).toContain('awning_request_seconds_count{method="POST",route="/page-3",status="5xx"} 1');
  const ofOthers = lines.find((line) => line.startsWith('awning_request_seconds_count{route="other",status="2xx"}'));
  expect(ofOthers).toMatch(/ 1850$/);
});

test("counts each answer once, in every bucket that includes its time, and counts slow answers", async () => {
  const registry = new Registry();
  const metrics = createRequestMetrics(registry);
  for (const seconds of [0.004, 0.2, 1.5, 60]) metrics.countAnswer("maple", "HEAD", "/cart", "2xx", seconds);
  metrics.countAnswer("maple", "GET", "other", "aborted", 0.1);
  metrics.countRefusal(421);
  const text = await registry.metrics();
  const bucket = (le: string) =>
    Number(text.match(`bucket\\{le="${le}",method="GET",route="/cart",status="2xx"\\} (\\d+)`)?.[1]);
  expect(["0.005", "0.1", "0.25", "1", "2.5", "10", "+Inf"].map((le) => bucket(le.replace("+", "\\+")))).toEqual([
    1, 1, 2, 2, 3, 3, 4,
  ]);
  for (const line of [
    'awning_request_seconds_sum{method="GET",route="/cart",status="2xx"} 61.704',
    'awning_request_seconds_count{route="other",status="aborted"} 1',
    'awning_request_seconds_count{route="refused",status="4xx"} 1',
    'awning_tenant_requests_total{tenant="maple",status="2xx"} 4',
    'awning_tenant_requests_total{tenant="maple",status="aborted"} 1',
    'awning_tenant_slow_requests_total{tenant="maple"} 2',
  ])
    expect(text).toContain(`${line}\n`);
  expect(text).toMatch(/^awning_tenant_request_seconds_total\{tenant="maple"\} 61\.80/m);
});
