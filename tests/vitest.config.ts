import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** One kind of test. Groups run one after the other, so that servers and browsers of two kinds never share the cores. */
function project(name: string, include: string[], group: number, seconds: number, env: Record<string, string> = {}) {
  return {
    extends: true as const,
    test: {
      name,
      include,
      env,
      testTimeout: seconds * 1000,
      hookTimeout: Math.max(60, seconds) * 1000,
      sequence: { groupOrder: group },
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    pool: "forks",
    maxWorkers: 2,
    expect: { requireAssertions: true },
    projects: [
      project("unit", ["tests/unit/**/*.test.{ts,tsx}", "tests/architecture.test.ts"], 0, 10),
      project("api", ["tests/api/**/*.test.ts"], 0, 30),
      project("http", ["tests/http/**/*.test.ts"], 1, 30),
      project("e2e-js", ["tests/e2e/**/*.test.ts"], 2, 60, { BROWSER_JAVASCRIPT: "on" }),
      project("e2e-no-js", ["tests/e2e/**/*.test.ts"], 2, 60, { BROWSER_JAVASCRIPT: "off" }),
    ],
  },
});
