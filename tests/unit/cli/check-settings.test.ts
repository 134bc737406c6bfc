import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { runCli } from "../../helpers/cli/cli.ts";

const dir = mkdtempSync(join(tmpdir(), "awning-settings-"));
afterAll(() => rmSync(dir, { recursive: true }));

test("reports a brand's problem with its file and field, even beside a wrong setting", async () => {
  const tenantsDir = join(dir, "tenants");
  mkdirSync(join(tenantsDir, "maple"), { recursive: true });
  const file = join(tenantsDir, "maple", "tenant.json");
  writeFileSync(file, JSON.stringify({ id: "maple", hostnames: ["gifts.maple.example"] }));
  const env = {
    TENANTS_DIR: tenantsDir,
    DATA_DIR: dir,
    DATA_KEY: "short",
    TRUST_PROXY: "1",
    SMTP_URL: "smtp://x.test",
  };
  const checked = await runCli(["check", "--json"], { env });
  const problems = (JSON.parse(checked.stdout) as { file: string; field: string; isRemark: boolean }[])
    .filter(({ isRemark }) => !isRemark)
    .map((problem) => [problem.file, problem.field]);
  expect(problems).toEqual([
    ["environment", "DATA_KEY"],
    [file, "payments"],
    ["environment", "SESSION_SECRET"],
  ]);
});

type Setting = [variable: string, value: string, more: object, problem: string];
const REFUSED: Setting[] = [
  ["PORT", "abc", {}, 'must be a whole number from 0 to 65535, and is "abc"'],
  ["PAGE_CACHE_MB", "-1", {}, 'must be a whole number from 0 to 4096, and is "-1"'],
  ["COMMERCE_API_PORT", "3999", { PORT: "3999" }, "is 3999, which PORT uses"],
  ["METRICS_PORT", "4000", {}, "is 4000, which COMMERCE_API_PORT uses"],
  ["METRICS_PORT", "3000", { HOST: "10.0.0.1", METRICS_HOST: "0.0.0.0" }, "is 3000, which PORT uses"],
  // Node's recursive mkdir never returns here. With a secret only the commerce API needs the folder.
  ["DATA_DIR", "/proc/awning", {}, "ENOENT: no such file or directory, mkdir '/proc/awning'"],
  [
    "DATA_DIR",
    "/proc/awning",
    { SESSION_SECRET: "only-for-tests-only-for-tests-only-for-tests" },
    "ENOENT: no such file or directory, mkdir '/proc/awning'",
  ],
];

test.each(REFUSED)(
  "reports the setting %s=%s and the reason for its refusal",
  async (field, value, more, reason) => {
    const env = { TENANTS_DIR: "tenants", DATA_DIR: dir, ...more, [field]: value };
    const checked = await runCli(["check", "--json"], { env });
    expect(JSON.parse(checked.stdout)).toEqual([{ file: "environment", field, reason, isRemark: false }]);
    expect(checked.code).toBe(1);
  },
  60_000,
);

test.each([
  [{ CONSOLE_HOSTNAME: "console.x.test", SMTP_URL: "smtp://127.0.0.1:1" }, true],
  [{ CONSOLE_HOSTNAME: "console.x.test", SMTP_URL: "smtp://127.0.0.1:1", STAFF_MAIL_FROM: "console@x.test" }, false],
  [{ CONSOLE_HOSTNAME: "console.x.test" }, false],
])(
  "notes that makers of links see them: %j",
  async (settings, isNoted) => {
    const env = { TENANTS_DIR: "tenants", DATA_DIR: dir, ...settings };
    const { stdout } = await runCli(["check"], { env });
    expect(stdout.includes("note: environment: STAFF_MAIL_FROM: is not set")).toBe(isNoted);
  },
  60_000,
);

test("allows the same port on two addresses", async () => {
  const env = { TENANTS_DIR: "tenants", DATA_DIR: dir, HOST: "10.0.0.1", METRICS_PORT: "3000" };
  expect(await runCli(["check"], { env })).toMatchObject({ code: 0, stderr: "" });
});

const SECRET = "only-for-tests-only-for-tests-only-for-tests";

describe("a storefront whose API runs elsewhere", () => {
  const KEY = "the-forward-key-of-the-api";
  /** An API that serves aurora and meridian, but not tamarind. */
  const server = createServer((req, res) => {
    const isHealth = req.url === "/readyz";
    if (req.headers["x-awning-key"] !== KEY) return res.writeHead(403).end();
    if (isHealth) return res.writeHead(200).end('{"notes":[]}');
    res.writeHead(req.url!.startsWith("/tamarind/") ? 404 : 200).end("{}");
  });
  beforeAll(() => once(server.listen(0, "127.0.0.1"), "listening"));
  afterAll(() => server.close());
  const check = async (env: object) => {
    const { port } = server.address() as AddressInfo;
    const own = { COMMERCE_API_URL: `http://127.0.0.1:${port}`, SESSION_SECRET: SECRET, FORWARD_KEY: KEY };
    const checked = await runCli(["check", "--json"], {
      env: { TENANTS_DIR: "tenants", DATA_DIR: "/proc/awning", ...own, ...env },
    });
    return (JSON.parse(checked.stdout) as { field: string; reason: string; isRemark: boolean }[]).map(
      ({ field, reason, isRemark }) =>
        `${isRemark ? "note: " : ""}${field}: ${reason.replaceAll(/:\d{4,5}/g, ":PORT")}`,
    );
  };

  test("reports a brand that the API does not serve, and needs neither DATA_DIR nor DATA_KEY", async () => {
    const reason = "the API at http://127.0.0.1:PORT does not serve this brand: both programs need the same brands";
    expect(await check({})).toEqual([`api.url: ${reason}`]);
  });

  test.each([
    [{ FORWARD_KEY: "another-key-of-the-tests" }, ["FORWARD_KEY: the API at http://127.0.0.1:PORT refuses it"]],
    [{ FORWARD_KEY: "" }, ["FORWARD_KEY: is required beside COMMERCE_API_URL: the one of that API"]],
    [
      { COMMERCE_API_URL: "http://127.0.0.1:9" },
      ["COMMERCE_API_URL: http://127.0.0.1:9: the commerce API does not answer"],
    ],
    [
      { COMMERCE_API_URL: "http://api.invalid:4000" },
      [
        "note: COMMERCE_API_URL: is plain http: anybody on the network between the programs can read passwords and tokens",
        "COMMERCE_API_URL: http://api.invalid:PORT: the commerce API does not answer",
      ],
    ],
  ])(
    "explains %j",
    async (env, lines) => {
      expect(await check(env)).toEqual(lines);
    },
    60_000,
  );
});

test("checks an API that runs alone by its own settings only", async () => {
  const env = { TENANTS_DIR: "tenants", DATA_DIR: dir, COMMERCE_API_HOST: "0.0.0.0", TRUST_PROXY: "not read" };
  const checked = await runCli(["check", "--program", "api"], { env });
  const lines = checked.stderr.trim().split("\n");
  expect(lines.map((line) => line.slice(0, 26))).toEqual([
    "environment: FORWARD_KEY: ",
    "environment: DATA_KEY: is ",
    "2 problems",
  ]);
  expect(await runCli(["check", "--program", "cron"], { env })).toMatchObject({ code: 2 });
});
