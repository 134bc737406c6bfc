// `npm test`: all that guards a change, and one line at the end that counts the results. With file names or -t: only
// those tests. With --quick: what a minute allows. With --nightly: more cases, replicas, and two versions side
// by side.
import "../config/process/require-node.ts";

import { fileURLToPath } from "node:url";

import type { CliOptions } from "vitest/node";

import type { Check } from "./helpers/suite/check.ts";
import type { Counts } from "./helpers/suite/counts.ts";

/** One run of Vitest: its file filters and options. */
type Run = { filters?: string[]; options: CliOptions };
type Plan = { checks: Check[]; runs: Run[] };

/** The API's folders through which money moves. */
const MONEY = ["cart", "coins", "domain", "orders", "payments"].map((folder) => `tests/api/${folder}/`);
/** Race tests with the lock off need PostgreSQL. */
const ON_SQLITE = /^(?!.*(locks? off|without the locks?|on postgres))/;

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const obstacle = await obstacleToRunning();
  if (obstacle) {
    console.error(obstacle);
    return finish({ passed: 0, failed: 1, skipped: 0 });
  }
  const { runCheck } = await import("./helpers/suite/check.ts");
  const { checks, runs } = await planOf(args);
  const checking = checks.map(runCheck);
  const counts = await runTests(runs);
  for (const isPassed of await Promise.all(checking)) counts[isPassed ? "passed" : "failed"] += 1;
  return finish(counts);
}

/** Prints the result as the last line; a skipped test fails the run where CI=true, since nobody would see it. */
function finish({ passed, failed, skipped }: Counts): number {
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failed > 0 || (skipped > 0 && process.env.CI === "true") ? 1 : 0;
}

/** Without installed packages, the import of the requirements fails. */
async function obstacleToRunning(): Promise<string | undefined> {
  try {
    const { missingBrowser, packagesUnlikeLock } = await import("./helpers/suite/requirements.ts");
    const outdated = packagesUnlikeLock().slice(0, 5).join(", ");
    return outdated ? `Run npm install first. Not as in package-lock.json: ${outdated}` : missingBrowser();
  } catch (error) {
    return `Run npm install first. ${String(error)}`;
  }
}

async function planOf(args: string[]): Promise<Plan> {
  const { npmScript } = await import("./helpers/suite/check.ts");
  if (args.length === 0 || args[0] === "--nightly") process.env.WAIT_WHILE_BUSY = "1";
  if (args.length === 0)
    return { checks: [npmScript("lint"), npmScript("typecheck")], runs: [{ options: { project: ["!nightly-*"] } }] };
  if (args[0] === "--nightly") return { checks: [], runs: [{ options: { project: ["nightly-*"] } }] };
  if (args[0] === "--quick") return planQuick();
  const { parseCLI } = await import("vitest/node");
  const { filter, options } = parseCLI(["vitest", "run", ...args]);
  return { checks: [], runs: [{ filters: filter, options }] };
}

/** Lints what changed, checks the types, and runs the unit tests that the changes reach and, on SQLite, those of money. */
async function planQuick(): Promise<Plan> {
  const { lintOf, npmScript } = await import("./helpers/suite/check.ts");
  const { changedFiles } = await import("./helpers/suite/changed-files.ts");
  process.env.TEST_ENGINES = "sqlite";
  const changed = changedFiles();
  const related = { options: { project: ["unit*"], related: changed, passWithNoTests: true } };
  const money = { filters: MONEY, options: { project: ["api"], testNamePattern: ON_SQLITE } };
  return {
    checks: [...lintOf(changed), npmScript("typecheck")],
    runs: changed.length > 0 ? [related, money] : [money],
  };
}

/** Runs one after the other, and prints what was slow and what crashed. */
async function runTests(runs: Run[]): Promise<Counts> {
  const { startVitest } = await import("vitest/node");
  const { countCrashes, countTests, listSlowest } = await import("./helpers/suite/counts.ts");
  const total = { passed: 0, failed: 0, skipped: 0 };
  let crashes = 0;
  const slowest: string[] = [];
  for (const { filters, options } of runs) {
    const vitest = await startVitest(filters, { config: "tests/vitest.config.ts", run: true, ...options });
    const counts = countTests(vitest);
    for (const result of ["passed", "failed", "skipped"] as const) total[result] += counts[result];
    crashes += countCrashes(vitest);
    slowest.push(listSlowest(vitest));
  }
  if (total.passed + total.failed === 0) {
    console.error("No test ran.");
    total.failed = 1;
  }
  console.log(`The slowest files:\n${slowest.join("\n")}`);
  console.log(`Tests that ran again because their browser crashed: ${crashes}`);
  return total;
}
