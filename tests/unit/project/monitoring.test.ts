import { globSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { pino } from "pino";
import type { Metric } from "prom-client";
import { expect, test } from "vitest";
import { parse } from "yaml";

import { createCommerceBackends } from "#app/commerce/backend.server.ts";
import { takeCspReports } from "#app/http/csp-report.server.ts";
import { createFileCache } from "#app/http/files/file-cache.server.ts";
import { takeTurns } from "#app/http/form-turns.server.ts";
import { createPageCache } from "#app/http/page-cache.server.ts";
import { createRequestMetrics } from "#app/http/request-metrics.server.ts";

import { createSqliteDatabases } from "../../../api/db/sqlite/sqlite.ts";
import { measureRequests } from "../../../api/http/measure-requests.ts";
import { defaultLimits } from "../../../api/limits/limits.ts";
import { createMailServer } from "../../../api/mail/server/mail-server.ts";
import { createRefusalCounter } from "../../../api/monitoring/console-refusals.ts";
import { createShopRegistry } from "../../../api/tenancy/shop-registry.ts";
import { createRegistry } from "../../../config/process/metrics.ts";
import { createReadiness, measureReadiness } from "../../../config/process/readiness.ts";
import { filesBelow } from "../../helpers/source/sources.ts";

const rules = readFileSync("docs/monitoring/alerts.yaml", "utf8");
const dashboard = readFileSync("docs/monitoring/dashboard.json", "utf8");
const pages = readFileSync("docs/monitoring/README.md", "utf8");
const log = pino({ level: "silent" });

/** Every metric of both programs, made as the programs make them. */
async function listMetrics(): Promise<string[]> {
  const storefront = createRegistry("storefront");
  createRequestMetrics(storefront);
  measureReadiness(storefront, createReadiness({ log }).read);
  await createCommerceBackends(storefront).close();
  takeCspReports(storefront, (path) => path);
  takeTurns({ registry: storefront });
  createFileCache(storefront);
  createPageCache({
    maxBytes: 1,
    kept: new Map(),
    render: () => Promise.reject(new Error()),
    onError() {},
    registry: storefront,
  });
  const api = createRegistry("api");
  measureRequests(api);
  createMailServer("smtp://127.0.0.1:1", { log, registry: api });
  createShopRegistry({
    databases: createSqliteDatabases(join(tmpdir(), "awning-monitoring")),
    clock: { now: Date.now },
    log,
    dataKeys: [],
    limits: defaultLimits,
    registry: api,
    createMailer: () => ({ send: async () => {} }),
  });
  createRefusalCounter(api);
  const isHistogram = (metric: Metric) => metric.get().then(({ type }) => String(type) === "histogram");
  const names = await Promise.all(
    [...storefront.getMetricsAsArray(), ...api.getMetricsAsArray()].map(async (metric) => {
      const { name } = metric as unknown as { name: string };
      return (await isHistogram(metric as unknown as Metric))
        ? ["_bucket", "_sum", "_count"].map((end) => name + end)
        : [name];
    }),
  );
  return [...new Set(names.flat())];
}

const namesIn = (text: string) => [...new Set(text.match(/\bawning_\w+/g))].sort();

test("the dashboard and the alert rules contain only existing metrics", async () => {
  const metrics = await listMetrics();
  expect(namesIn(rules).length).toBeGreaterThan(15);
  expect(namesIn(rules).filter((name) => !metrics.includes(name))).toEqual([]);
  expect(namesIn(dashboard).filter((name) => !metrics.includes(name))).toEqual([]);
});

test("the documents and the dashboard contain every metric, and the programs have no other", async () => {
  const families = [...new Set((await listMetrics()).map((name) => name.replace(/_(bucket|sum|count)$/, "")))].sort();
  const told = [...pages.matchAll(/^\| `(awning_\w+)`/gm)].map(([, name]) => name).sort();
  expect(told).toEqual(families);
  expect(families.filter((name) => !dashboard.includes(name))).toEqual([]);
  const written = ["app", "api", "config", "console"]
    .flatMap(filesBelow)
    .flatMap((path) => [...readFileSync(path, "utf8").matchAll(/"(awning_[a-z_]+)"/g)].map(([, name]) => name!));
  expect(families).toEqual([...new Set(written)].sort());
});

test("an alert for brands or for a whole process contains a brand only if there is one", () => {
  const alerts = rules.split(/^ +- alert: /m).filter((alert) => /expr: .*by \(tenant\).* or /.test(alert));
  expect(alerts).toHaveLength(1);
  for (const alert of alerts) expect(alert).toMatch(/summary: "\{\{ if \$labels\.tenant \}\}.*\{\{ else \}\}/);
});

const alerts = [...rules.matchAll(/^ +- alert: ([\w-]+)$/gm)].map(([, name]) => name!);

test("each alert fires in a test of promtool", () => {
  const { tests } = parse(readFileSync("docs/monitoring/alerts.test.yaml", "utf8"));
  const cases: { alertname: string; exp_alerts: unknown[] }[] = tests.flatMap((one: any) => one.alert_rule_test);
  const fired = cases.filter(({ exp_alerts }) => exp_alerts.length > 0).map(({ alertname }) => alertname);
  expect([...new Set(fired)].sort()).toEqual(alerts.toSorted());
});

test("each alert has its runbook with instructions, and each runbook its alert", () => {
  const runbooks = globSync("docs/runbooks/*.md");
  expect(runbooks.map((path) => basename(path, ".md")).sort()).toEqual(alerts.toSorted());
  for (const path of runbooks) {
    const text = readFileSync(path, "utf8");
    expect(text, path).toMatch(
      /^# awning-[\w-]+\n\n[^]*\*\*For shoppers\.\*\* [^]*\n## Look\n\n- [^]*\n## Do\n\n- [^]*\nIt clears when /,
    );
    expect(text.startsWith(`# ${basename(path, ".md")}\n`)).toBe(true);
  }
});
