import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { CONTRACT } from "#app/commerce/contract.ts";

import type { Step } from "../../../cli/conform/report.ts";
import { ForeignHost } from "../../helpers/backend/foreign-host.ts";
import { runCli } from "../../helpers/cli/cli.ts";

// `awning conform` against docs/example-backend, straight and with answers that are changed on their way.

let host: ChildProcess;
let proxy: Server;
const changes = new Map<string, (json: any) => unknown>();
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

beforeAll(async () => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  host = spawn(process.execPath, ["docs/example-backend/server.ts"], { env: { PATH, NODE_COMPILE_CACHE, PORT: "0" } });
  const [line] = (await once(host.stdout!, "data")) as [Buffer];
  const port = /port: (\d+)/.exec(String(line))![1];
  proxy = createServer(async (req, res) => {
    const { method = "GET", url = "/", headers } = req;
    const body = method === "GET" ? undefined : await text(req);
    const { authorization = "", "content-type": type = "" } = headers;
    const sent = { ...(authorization && { authorization }), ...(type && { "content-type": type }) };
    const answer = await fetch(`http://127.0.0.1:${port}${url}`, { method, headers: sent, body });
    const change = answer.ok ? changes.get(`${method} ${url.replace(/\?.*/, "")}`) : undefined;
    const json = await answer.text();
    const changed = change ? change(json && JSON.parse(json)) : json;
    res.writeHead(answer.status, {
      "content-type": typeof changed === "string" && change ? "text/html" : "application/json",
    });
    res.end(typeof changed === "string" ? changed : JSON.stringify(changed));
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
});
afterEach(() => changes.clear());
afterAll(() => {
  host.kill();
  proxy.closeAllConnections();
  proxy.close();
});

type Report = { conforms: number; tolerated: number; breaks: number; skipped: number; calls: Step[] };

async function conform(...args: string[]) {
  const { code, stdout, stderr } = await runCli(["conform", ...args, "--json"]);
  if (stdout === "") throw new Error(stderr);
  return { code, report: JSON.parse(stdout) as Report };
}

const findings = ({ calls }: Report, outcome: Step["outcome"]) =>
  calls
    .filter((call) => call.outcome === outcome)
    .map((call) => `${call.call}: ${call.findings.map(({ path, problem }) => `${path} ${problem}`).join("; ")}`);

test("finds that the example backend conforms in every required call", async () => {
  const { code, report } = await conform(urlOf(proxy), "--write");
  expect(report).toMatchObject({ tolerated: 0, breaks: 0, skipped: 0 });
  expect(code).toBe(0);
  const made = new Set(report.calls.map(({ call }) => call.replace(/\?.*/, "")));
  const core = CONTRACT.filter(({ feature }) => !feature).map(({ method, path }) => `${method} ${path}`);
  expect([...made].toSorted()).toEqual([...new Set(core)].toSorted());
});

test("reports cards without amounts, which nobody can buy, in every list", async () => {
  const withoutAmounts = (page: any) => ({
    ...page,
    results: page.results.map((card: object) => ({ ...card, denominations: [] })),
  });
  changes.set("GET /products/", withoutAmounts);
  const { code, report } = await conform(urlOf(proxy));
  expect(code).toBe(0);
  const told = findings(report, "tolerated").filter((line) =>
    line.includes("cards cannot be bought, whatever their price"),
  );
  expect(told.length).toBeGreaterThan(1);
});

test("without --write and an account makes only calls that change nothing", async () => {
  const { code, report } = await conform(urlOf(proxy));
  expect(code).toBe(0);
  const made = report.calls.filter(({ outcome }) => outcome !== "skipped");
  expect(made.filter(({ call }) => !call.startsWith("GET ")).map(({ call }) => call)).toEqual(["POST /user/login/"]);
  expect(report.skipped).toBeGreaterThan(10);
});

test("writes no address if the order does not contain the address for vouchers", async () => {
  changes.set("GET /order-status/", ({ user: _, ...order }) => order);
  const { report } = await conform(urlOf(proxy), "--write");
  const update = report.calls.filter(({ call }) => call === "PATCH /user/update/");
  expect(update).toMatchObject([{ outcome: "skipped", about: "the order does not say where vouchers go" }]);
});

type Break = [what: string, call: string, change: (json: any) => unknown, finding: RegExp];
const BREAKS: Break[] = [
  [
    "a card without an id",
    "GET /products/",
    ({ results: [{ id: _, ...card }, ...others], ...page }) => ({ results: [card, ...others], ...page }),
    /^GET \/products\/\?.*: results\[\]\.id is missing: .* omits the item$/,
  ],
  [
    "an order without an id",
    "POST /place-order/",
    ({ paymentLinks }) => ({ paymentLinks }),
    /^POST \/place-order\/: orderId is missing/,
  ],
  ["a second order", "POST /place-order/", (placed) => ({ ...placed, orderId: Math.random() }), /makes a second order/],
  ["HTML", "GET /user-data/", () => "<h1>Oh no</h1>", /^GET \/user-data\/: .* with HTML instead of JSON$/],
  ["no list", "GET /order-history/", () => ({ orders: [] }), /expected a list as the whole answer$/],
  [
    "a card in the cart whose price is a word",
    "GET /cart/",
    (lines) => lines.map((line: object) => ({ ...line, price: "ten" })),
    /^GET \/cart\/.*: \[\]\.price expected number, received string; the storefront refuses the list$/,
  ],
  [
    "a card in the cart with a lower to_pay",
    "GET /cart/",
    (lines) => lines.map((line: object) => ({ ...line, to_pay: 1 })),
    /^GET \/cart\/.*: \[\] does not show one amount; the storefront refuses the list$/,
  ],
  [
    "a catalogue of which nothing can be read",
    "GET /products/",
    (page) => ({ ...page, results: [{ id: 1 }] }),
    /^GET \/products\/.*: results\[\]\.name is missing: [^;]*; the storefront refuses the list/,
  ],
  [
    "a link to pay another amount",
    "POST /place-order/",
    (placed) => ({ ...placed, paymentLinks: { ...placed.paymentLinks, gpay: "tez://upi/pay?pa=a@b&am=1.00&cu=INR" } }),
    /^POST \/place-order\/: paymentLinks\.gpay is not offered: /,
  ],
  [
    "a link that is no app's",
    "GET /order-status/",
    (order) => ({ ...order, paymentLinks: { phonePe: "ftp://pay.example/1" } }),
    /^GET \/order-status\/.*: paymentLinks\.phonePe is not offered: /,
  ],
  ["a cart that forgets", "GET /cart/", () => [], /does not show the result of the last call/],
];

test.each(BREAKS)("%s breaks: reports the call and the path, and exits with 1", async (...row) => {
  const [, call, change, finding] = row;
  changes.set(call, change);
  const { code, report } = await conform(urlOf(proxy), "--write");
  expect(code).toBe(1);
  expect(findings(report, "breaks")).toContainEqual(expect.stringMatching(finding));
});

describe("a backend that differs in every allowed way", () => {
  test("passes with exit code 0, and each tolerated difference is listed", async () => {
    await using foreign = await new ForeignHost().start();
    const login = ["--username", "9876543210", "--password", "Foreign@1"];
    const { code, report } = await conform(foreign.url, ...login, "--write");
    expect(findings(report, "breaks")).toEqual([]);
    expect(code).toBe(0);
    const tolerated = findings(report, "tolerated").join("\n");
    expect(tolerated).toMatch(/GET \/user-data\/: usercoins expected number, received string/);
    expect(tolerated).toMatch(/created_at expected ISO 8601 with a zone, received string/);
    expect(tolerated).not.toMatch(/FOREIGN|9876543210/);
  });
});

describe("a host of another company", () => {
  const LOGIN = ["--username", "9876543210", "--password", "Foreign@1", "--write"];

  test.each(["paymentLinks", "orderLink", "redirect_url", "both"] as const)(
    "that returns the payment link as %s breaks nothing, even at the second run",
    async (links) => {
      const quirks = { links, mergesLines: true, hasOwnHistoryIds: true, trustsAmounts: true };
      await using foreign = await new ForeignHost(quirks).start();
      await conform(foreign.url, ...LOGIN);
      // The account has every card in its cart, so the command's own line is merged.
      foreign.shop.cart = foreign.shop.products.map((product, at) => ({
        id: `old-${at}`,
        product,
        quantity: 2,
        price: product.min,
      }));
      const { code, report } = await conform(foreign.url, ...LOGIN);
      expect(findings(report, "breaks")).toEqual([]);
      expect(code).toBe(0);
      expect(findings(report, "tolerated").join("\n")).toContain("the id in the history is not the order's");
      // One order for each run, none of another amount.
      expect(foreign.shop.orders).toHaveLength(2);
    },
  );

  test("that returns no payment link breaks, and the report lists its orders", async () => {
    await using foreign = await new ForeignHost({ links: "none" }).start();
    const { code, report } = await conform(foreign.url, ...LOGIN);
    expect([code, findings(report, "breaks")]).toEqual([
      1,
      [expect.stringMatching(/^POST \/place-order\/: .*paymentLinks names no way to pay$/)],
    ]);
  });

  test("gets a report of the unreadable values in its configuration, and of no others", async () => {
    await using foreign = await new ForeignHost().start();
    const configured = { primary_color: "Navy", button_color: "sky", about_us: 7 };
    foreign.answer("GET /configurator/", () => ({ status: 200, body: configured }));
    const { report } = await conform(foreign.url);
    const [told] = findings(report, "tolerated");
    expect(told).toMatch(
      /^GET \/configurator\/: .*button_color cannot be read: the shop uses another; about_us cannot be read/,
    );
    expect(told).not.toContain("primary_color");
  });
});

test("a reader that closes its end stops the command without an error, and its session is logged out", async () => {
  await using foreign = await new ForeignHost().start();
  foreign.answer("POST /user/logout/", () => ({ status: 204, body: undefined }));
  const command = ["conform", foreign.url, "--username", "9876543210", "--password", "Foreign@1"];
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, ["cli/awning.ts", ...command, "--features", "logout"], {
    env: { PATH, NODE_COMPILE_CACHE },
  });
  child.stdout.once("data", () => child.stdout.destroy());
  const [stderr] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect(stderr).toBe("");
  expect(foreign.requests.filter(({ call }) => call === "POST /user/logout/")).toHaveLength(1);
});

describe("a backend that does not answer", () => {
  const UNREACHABLE: [url: string, problem: RegExp][] = [
    ["http://127.0.0.1:1/", /nothing listens at 127\.0\.0\.1:1/],
    ["http://host.invalid/", /DNS does not know host\.invalid/],
  ];
  test.each(UNREACHABLE)("%s", async (url, problem) => {
    const { code, report } = await conform(url);
    expect(code).toBe(1);
    expect(report.calls[0]!.findings[0]!.problem).toMatch(problem);
  });

  test("reports https for an http backend, a wrong path, and a backend that hangs", async () => {
    const tls = await conform(urlOf(proxy).replace("http:", "https:"));
    expect(tls.report.calls[0]!.findings[0]!.problem).toMatch(/does not speak TLS/);
    const path = await conform(`${urlOf(proxy)}v9/`);
    expect(path.report.calls[0]!.findings[0]!.problem).toMatch(/^answers 40[14]/);
    await using foreign = await new ForeignHost().start();
    const release = foreign.hold("GET /configurator/");
    const hanging = await conform(foreign.url);
    release();
    expect(hanging.report.calls[0]!.findings[0]!.problem).toBe("no answer within 3 s");
  });

  test.each([["ftp://host.example/"], ["nowhere"], ["http://host.example/?a=b"]])(
    "refuses %s as a backend's address",
    async (url) => {
      expect(await runCli(["conform", url])).toMatchObject({ code: 2, stderr: expect.stringMatching(/^awning: URL/) });
    },
  );
});
