import { existsSync, statfsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";

type Kind = {
  include: string[];
  exclude?: string[];
  group: number;
  seconds: number;
  env?: Record<string, string>;
  globalSetup?: string[];
  retry?: { count: number; condition: RegExp };
};

/** One kind of test. Groups run one after the other, so that servers and browsers of two kinds never share the cores. */
const project = (name: string, { include, group, seconds, env = {}, globalSetup = [], exclude = [], retry }: Kind) => ({
  extends: true as const,
  test: {
    name,
    include,
    exclude,
    // The programs, which the tests start hundreds of times, are compiled once.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL("../node_modules/.cache/node", import.meta.url)), ...env },
    globalSetup,
    testTimeout: seconds * 1000,
    hookTimeout: Math.max(60, seconds) * 1000,
    sequence: { groupOrder: group },
    ...(retry && { retry }),
  },
});

/** The tests write and sync thousands of data folders, so they are in memory where there is enough of it. */
const MEMORY = "/dev/shm";
if (hasRoom(MEMORY)) process.env.TMPDIR ??= MEMORY;

function hasRoom(folder: string) {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 4 * 1024 ** 3;
}

/** `npm run test:quick`: where money moves, on SQLite, without the files that start processes. */
const isQuick = process.env.TEST_ENGINES === "sqlite";
/** tests/architecture.test.ts holds that these are all of them. */
export const STARTING_PROCESSES = [
  "tests/api/orders/order-crashes.test.ts",
  "tests/unit/api/accounts/hash-threads.test.ts",
  "tests/unit/cli/{check-settings,conform}.test.ts",
  "tests/unit/scripts/supply-chain.test.ts",
];
const exclude = isQuick ? STARTING_PROCESSES : [];

const e2e = {
  include: ["tests/e2e/**/*.test.ts"],
  group: 2,
  seconds: 120,
  globalSetup: ["tests/helpers/shop/prepare-demo.ts"],
  // A browser stalls at times on a busy machine. What it shows wrongly is never tried twice.
  retry: { count: 1, condition: /Timeout \d+ms exceeded/ },
};

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    pool: "forks",
    maxWorkers: 3,
    // On a busy machine a second is short; what is waited for comes at once as a rule.
    expect: { requireAssertions: true, poll: { timeout: 20_000, interval: 50 } },
    projects: [
      project("unit", {
        env: { SESSION_SECRET: "only-for-tests-only-for-tests-only-for-tests" },
        include: ["tests/unit/**/*.test.{ts,tsx}", "tests/architecture.test.ts"],
        exclude,
        group: 0,
        seconds: 10,
      }),
      project("api", {
        include: [`tests/api/${isQuick ? "{cart,coins,domain,orders,payments}/" : ""}**/*.test.ts`],
        exclude,
        group: 0,
        seconds: 60,
        globalSetup: ["tests/helpers/database/postgres-setup.ts", "tests/helpers/database/prepare-template.ts"],
      }),
      project("http", {
        include: ["tests/http/**/*.test.ts"],
        group: 1,
        seconds: 60,
        globalSetup: ["tests/helpers/database/postgres-setup.ts", "tests/helpers/shop/prepare-demo.ts"],
      }),
      project("e2e-js", { ...e2e, env: { BROWSER_JAVASCRIPT: "on" } }),
      project("e2e-no-js", {
        ...e2e,
        // What needs scripts, or what scripts alone can make worse.
        exclude: [
          "tests/e2e/{before-scripts,checked-form,console-forms,console-keys,console-passkeys,dev-server,in-place,keyboard,live-preview,page-region,policy,server-markup,slow-networks,still,themes}.test.ts",
        ],
        env: { BROWSER_JAVASCRIPT: "off" },
      }),
      project("e2e-firefox", {
        ...e2e,
        include: ["tests/e2e/purchase.test.ts"],
        env: { BROWSER: "firefox", BROWSER_JAVASCRIPT: "on" },
      }),
    ],
  },
});
