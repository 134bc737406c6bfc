import { describe, expect, test } from "vitest";

import { createSampleFilter, readCspReport } from "#app/http/csp-samples.server.ts";
import { readRouteHandles } from "#app/http/route-handles.server.ts";

import { routesWith } from "../../../helpers/storefront/route.ts";

const { loggedPath } = readRouteHandles(routesWith({ "gift/:token?": { isSecret: true } }));
const read = (body: unknown) => readCspReport(body, loggedPath);
const bodyOf = (value: unknown) => Buffer.from(typeof value === "string" ? value : JSON.stringify(value));
const legacy = (report: Record<string, unknown>) =>
  bodyOf({ "csp-report": { "document-uri": "https://shop.example/cart", ...report } });

describe("parses", () => {
  test("the body of report-uri", () => {
    const body = legacy({
      "effective-directive": "script-src-elem",
      "violated-directive": "script-src 'self'",
      "blocked-uri": "https://evil.example/a.js?token=SECRET",
      "script-sample": "SECRET",
    });
    expect(read(body)).toEqual([{ directive: "script-src-elem", blocked: "https://evil.example", path: "/cart" }]);
  });

  test("the report-to list, of which only policy violations count", () => {
    const entry = (body: Record<string, unknown>, type = "csp-violation") => ({ type, age: 1, url: "x", body });
    const documentURL = "https://shop.example/login?returnTo=SECRET#SECRET";
    const body = bodyOf([
      entry({ documentURL, blockedURL: "inline", effectiveDirective: "script-src-elem", sample: "SECRET" }),
      entry({ documentURL, effectiveDirective: "img-src" }),
      entry({ documentURL, blockedURL: "inline", effectiveDirective: "x" }, "deprecation"),
      "nonsense",
    ]);
    expect(read(body)).toEqual([
      { directive: "script-src-elem", blocked: "inline", path: "/login" },
      { directive: "img-src", blocked: "unknown", path: "/login" },
    ]);
  });

  test("an older browser's directive without its sources", () => {
    expect(read(legacy({ "violated-directive": "img-src 'self' data:" }))).toMatchObject([{ directive: "img-src" }]);
  });

  test.each([
    ["https://user:SECRET@evil.example:8443/SECRET", "https://evil.example:8443"],
    ["data:text/html,SECRET", "data:"],
    ["trusted-types-sink", "trusted-types-sink"],
    ["SECRET words", "unknown"],
    ['inline\n{"level":60}', "unknown"],
    [`https://${"a".repeat(60)}.${"b".repeat(60)}.example/`, `https://${"a".repeat(60)}.${"b".repeat(31)}`],
    ["", "unknown"],
  ])("the blocked address %j as %j", (uri, blocked) => {
    expect(read(legacy({ "blocked-uri": uri }))).toMatchObject([{ blocked }]);
  });

  test.each([
    ["https://shop.example/gift/SECRET?x=1", "/gift/…"],
    ["https://shop.example//%67ift/SECRET", "/gift/…"],
    ["https://shop.example/gift?SECRET", "/gift/…"],
    ["https://shop.example/a\u0007\n\u2028b", "/a%07%E2%80%A8b"],
    [`https://shop.example/${"a".repeat(500)}`, `/${"a".repeat(99)}`],
    ["no address", "unknown"],
  ])("the page address %j as %j", (uri, path) => {
    expect(read(legacy({ "document-uri": uri }))).toMatchObject([{ path }]);
  });

  test("a directive as a word of the policy or as unknown", () => {
    expect(read(legacy({ "effective-directive": "\u001b[31mSECRET" }))).toMatchObject([{ directive: "unknown" }]);
  });

  test.each([
    undefined,
    bodyOf(""),
    bodyOf("{"),
    bodyOf("{}"),
    bodyOf("[]"),
    bodyOf("null"),
    bodyOf('{"csp-report":7}'),
  ])("nothing that is not a report (%#)", (body) => {
    expect(read(body)).toEqual([]);
  });

  test("at most twenty reports of a list", () => {
    const entry = {
      type: "csp-violation",
      body: { documentURL: "https://a.example/", effectiveDirective: "img-src", blockedURL: "inline" },
    };
    expect(read(bodyOf(Array(500).fill(entry)))).toHaveLength(20);
  });
});

describe("logs samples", () => {
  let clock = 5_000_000;
  const sample = (path: string) => ({ directive: "script-src", blocked: "inline", path });

  test("once an hour for each brand", () => {
    const isNew = createSampleFilter(() => clock);
    expect([isNew("acme", sample("/")), isNew("acme", sample("/")), isNew("maple", sample("/"))]).toEqual([
      true,
      false,
      true,
    ]);
    clock += 3_599_999;
    expect(isNew("acme", sample("/"))).toBe(false);
    clock += 1;
    expect(isNew("acme", sample("/"))).toBe(true);
  });

  test("at most twenty an hour, counted for each brand", () => {
    const isNew = createSampleFilter(() => clock);
    const taken = Array.from({ length: 1_000 }, (_, at) => isNew("acme", sample(`/${at}`)));
    expect(taken.filter(Boolean)).toHaveLength(20);
    expect(isNew("maple", sample("/"))).toBe(true);
    clock += 3_600_000;
    expect(isNew("acme", sample("/new"))).toBe(true);
  });
});
