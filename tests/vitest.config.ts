import { existsSync, statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";

import { CRASHED_BROWSER } from "./helpers/suite/crashed-browser.ts";
import { FailuresAtOnce } from "./helpers/suite/failures-at-once.ts";
import { SlowestFirst } from "./helpers/suite/slowest-first.ts";
import { PATIENCE_MS } from "./helpers/waiting/patience.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

type Kind = {
  include: string[];
  exclude?: string[];
  env?: Record<string, string>;
  globalSetup?: string[];
  retry?: { count: number; condition: RegExp };
  isolate?: boolean;
};

/** A busy machine takes much longer than a quiet one. The limit ends what would never end. */
const LIMIT_MS = 600_000;
/** `npm run breaks` sets a shorter one: on broken code, many tests wait in vain. */
const TEST_LIMIT_MS = Number(process.env.TEST_LIMIT_MS ?? LIMIT_MS);

/** One kind of test. All kinds share the workers. A worker keeps its modules for the next file of its kind. */
const project = (name: string, { env = {}, ...kind }: Kind) => ({
  extends: true as const,
  test: {
    name,
    ...kind,
    // The programs, which the tests start hundreds of times, are compiled once.
    env: { NODE_COMPILE_CACHE: `${ROOT}.cache/node`, ...env },
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: LIMIT_MS,
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

/** Tests that load a program's modules over replaced modules, globals or settings: no other file may find them. */
const ISOLATED = [
  "tests/unit/api/card-art/latin-names.test.ts",
  "tests/unit/console/file-forms.test.ts",
  "tests/unit/app/elements/{elements,error-toasts}.test.ts",
  "tests/unit/app/http/pass-through.test.ts",
  "tests/unit/app/session/session.test.ts",
];

/** They try more cases with NIGHTLY=1 (tests/helpers/suite/nightly.ts). */
const MORE_BY_NIGHT = {
  api: ["tests/api/move/move.test.ts", "tests/api/orders/order-crashes.test.ts", "tests/api/suppliers/killed.test.ts"],
  http: ["tests/http/{crash,suppliers}.test.ts"],
};

/** What needs scripts, or what scripts alone can make worse. */
const NEEDS_SCRIPTS = [
  "tests/e2e/{before-scripts,checked-form,console-forms,console-keys,console-passkeys,dev-server,in-place,keyboard}.test.ts",
  "tests/e2e/{live-preview,page-region,payment-languages,policy,server-markup,slow-networks,still,themes}.test.ts",
];
/** Screens without scripts of their own: a run without scripts repeats the one with them, so it comes at night. */
const HAS_NO_SCRIPTS = ["tests/e2e/console-{pages,refund,suppliers}.test.ts"];

const POSTGRES = "tests/helpers/database/prepare-postgres.ts";
const TEMPLATE = "tests/helpers/database/prepare-template.ts";
const DEMO = "tests/helpers/shop/prepare-demo.ts";

const unit = {
  env: { SESSION_SECRET: "only-for-tests-only-for-tests-only-for-tests" },
};
const api = { globalSetup: [POSTGRES, TEMPLATE] };
const http = { globalSetup: [POSTGRES, DEMO] };
const e2e = {
  include: ["tests/e2e/**/*.test.ts"],
  globalSetup: [DEMO],
  retry: { count: 1, condition: CRASHED_BROWSER },
};

export default defineConfig({
  root: ROOT,
  cacheDir: ".cache/vitest",
  test: {
    pool: "forks",
    isolate: false,
    maxWorkers: 2 * availableParallelism(),
    // npm run coverage: the lines of the rooms that move money.
    coverage: {
      include: ["api/{coins,orders,payments,refunds}/**/*.ts"],
      reporter: ["text-summary", "json-summary", "text"],
      reportsDirectory: ".cache/coverage",
    },
    setupFiles: ["suite/wait-while-busy", "waiting/give-time", "suite/restore-globals"].map(
      (name) => `tests/helpers/${name}.ts`,
    ),
    sequence: { sequencer: SlowestFirst },
    fsModuleCache: true,
    fsModuleCachePath: `${ROOT}.cache/vitest/modules`,
    reporters: ["default", new FailuresAtOnce()],
    expect: { requireAssertions: true, poll: { timeout: PATIENCE_MS, interval: 50 } },
    projects: [
      project("unit", {
        ...unit,
        include: ["tests/unit/**/*.test.{ts,tsx}", "tests/architecture.test.ts"],
        exclude: ISOLATED,
      }),
      project("unit-isolated", { ...unit, include: ISOLATED, isolate: true }),
      project("api", { ...api, include: ["tests/api/**/*.test.ts"] }),
      project("http", { ...http, include: ["tests/http/**/*.test.ts"] }),
      project("e2e-js", { ...e2e, env: { BROWSER_JAVASCRIPT: "on" } }),
      project("e2e-no-js", {
        ...e2e,
        exclude: [...NEEDS_SCRIPTS, ...HAS_NO_SCRIPTS],
        env: { BROWSER_JAVASCRIPT: "off" },
      }),
      project("e2e-firefox", {
        ...e2e,
        include: ["tests/e2e/purchase.test.ts"],
        env: { BROWSER: "firefox", BROWSER_JAVASCRIPT: "on" },
      }),
      project("nightly-api", {
        ...api,
        include: ["tests/nightly/api/**/*.test.ts", ...MORE_BY_NIGHT.api],
        env: { NIGHTLY: "1" },
      }),
      project("nightly-e2e-js", {
        ...e2e,
        include: ["tests/e2e/crawl-*.test.ts"],
        env: { BROWSER_JAVASCRIPT: "on", NIGHTLY: "1" },
      }),
      project("nightly-e2e-no-js", { ...e2e, include: HAS_NO_SCRIPTS, env: { BROWSER_JAVASCRIPT: "off" } }),
      project("nightly-http", {
        ...http,
        include: ["tests/nightly/http/**/*.test.ts", ...MORE_BY_NIGHT.http],
        env: { NIGHTLY: "1" },
      }),
    ],
  },
});
