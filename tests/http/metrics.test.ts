import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { pino } from "pino";
import { Gauge, Registry } from "prom-client";
import { expect, test } from "vitest";

import { answerMetrics } from "../../config/process/answer-metrics.ts";
import { freePort } from "../helpers/http/free-port.ts";
import { header, send } from "../helpers/http/http.ts";
import { startShop } from "../helpers/shop/shop.ts";

test("counts and samples CSP reports without their sender, and shows the metrics on the separate port only", async () => {
  const port = await freePort();
  await using shop = await startShop({ tenants: { acme: {} }, env: { METRICS_PORT: String(port) } });
  const report = (body: string) =>
    send(shop.url("acme", "/csp-report"), {
      method: "POST",
      headers: { "content-type": "application/csp-report", origin: "https://evil.example" },
      body,
    });
  const page = await send(shop.url("acme", "/login"));
  expect(header(page, "content-security-policy")).toMatch(/;report-uri \/csp-report;report-to csp$/);
  expect(header(page, "reporting-endpoints")).toBe('csp="/csp-report"');
  expect((await report('{"csp-report":{}}')).status).toBe(204);
  expect((await report("x".repeat(32 * 1024 + 1))).status).toBe(413);
  expect((await send(shop.url("acme", "/csp-report"))).status).toBe(404);

  const blocked = {
    "document-uri": shop.url("acme", "/gift/SECRET-LINK?x=SECRET-QUERY"),
    "blocked-uri": "https://evil.example/SECRET-PATH",
    "effective-directive": "script-src-elem",
  };
  for (let at = 0; at < 3; at++) await report(JSON.stringify({ "csp-report": blocked }));
  await expect.poll(() => shop.log).toContain("content blocked by the policy");
  const lines = shop.log.split("\n").filter((line) => line.includes("content blocked by the policy"));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toMatchObject({
    level: 40,
    tenant: "acme",
    directive: "script-src-elem",
    blocked: "https://evil.example",
    path: "/gift/…",
  });
  expect(shop.log).not.toContain("SECRET");

  const metrics = (path: string) => send(`http://127.0.0.1:${port}${path}`);
  const { text } = await metrics("/metrics");
  expect(text).toContain('awning_csp_reports_total{tenant="acme"} 4\n');
  expect(text).toMatch(/^awning_tenant_requests_total\{tenant="acme",status="2xx"\} [1-9]/m);
  expect(text).toMatch(/^awning_tenant_requests_total\{tenant="acme",status="4xx"\} 2$/m);
  expect(text).toMatch(/^awning_upstream_seconds_count\{call="getConfiguration"\} [1-9]/m);
  expect(text).toMatch(/^awning_api_request_seconds_count\{method="GET",route="\/configurator",status="2xx"\} [1-9]/m);
  for (const gauge of [
    'awning_forms{state="waiting"}',
    'awning_password_hashes{state="waiting"}',
    "awning_database_transactions",
  ])
    expect(text).toContain(`${gauge} 0\n`);
  expect(text).toMatch(/^awning_memory_bytes\{program="api",kind="resident"\} \d{8,}$/m);
  expect(text).toMatch(/^awning_upstream_calls_total\{tenant="acme",outcome="ok"\} [1-9]/m);
  expect(text).toMatch(/^# TYPE awning_page_cache_total counter$/m);
  expect(text).toContain('awning_page_cache_total{tenant="acme",outcome="miss"} 1\n');
  expect(text).toContain('awning_backend_circuit_open{tenant="acme"} 0\n');
  expect(text).toContain('awning_request_seconds_count{method="GET",route="/login",status="2xx"} 1\n');
  expect(text).toMatch(/^awning_request_seconds_bucket\{le="10",route="other",status="2xx"\} [1-9]/m);
  expect(text).toMatch(/^awning_work_failures_total\{work="mail"\} 0$/m);
  expect(text.match(/^# TYPE awning_event_loop_lag_seconds gauge$/gm)).toHaveLength(1);
  for (const program of ["storefront", "api"])
    expect(text).toMatch(
      new RegExp(`^awning_event_loop_lag_seconds\\{program="${program}",quantile="0.99"\\} [\\d.e-]+$`, "m"),
    );
  expect((await metrics("/")).status).toBe(404);
  expect((await send(shop.url("acme", "/metrics"))).status).toBe(404);

  // Six hundred in a minute are enough to see that something is wrong.
  const many = await Promise.all(Array.from({ length: 610 }, () => report("{}")));
  expect(many.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(1);
});

test("answers 500 to metrics that cannot be read, logs the reason, and answers the next request", async () => {
  const registry = new Registry();
  let isBroken = true;
  new Gauge({
    name: "orders_waiting",
    help: "Fails at first",
    registers: [registry],
    collect() {
      if (isBroken) throw new Error("no figure");
      this.set(3);
    },
  });
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  await using server = createServer(answerMetrics(registry, async () => [], log)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const read = () => send(`http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`);

  const refused = await read();
  expect([refused.status, refused.text]).toEqual([500, "The metrics could not be read.\n"]);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 50, err: expect.objectContaining({ message: "no figure" }) }),
  ]);
  isBroken = false;
  expect((await read()).text).toMatch(/^orders_waiting 3$/m);
});
