// `npm test`: everything that must be green, and one line at the end that says whether it is.
import "../config/require-node.ts";

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const REPORT = "test-results/vitest.json";

type Counts = { passed: number; failed: number; skipped: number };
type LockPackage = { version?: string; optional?: boolean; devOptional?: boolean };
type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
};

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
process.exitCode = await main();

async function main(): Promise<number> {
  const obstacle = await obstacleToRunning();
  if (obstacle) {
    console.error(obstacle);
    return finish({ passed: 0, failed: 1, skipped: 0 });
  }
  // With file names or -t after `npm test --`, only those tests run.
  const filters = process.argv.slice(2);
  const checks = filters.length > 0 ? [] : [run("npm", "run", "lint"), run("npm", "run", "typecheck")];
  const tests = runVitest(filters);
  if (tests.passed + tests.failed === 0) {
    console.error("No test ran.");
    return finish({ ...tests, failed: 1 });
  }
  const passedChecks = checks.filter((isPassed) => isPassed).length;
  return finish({
    passed: tests.passed + passedChecks,
    failed: tests.failed + checks.length - passedChecks,
    skipped: tests.skipped,
  });
}

/** Prints the result as the last line; a skipped test fails the run where CI=true, since nobody would see it. */
function finish({ passed, failed, skipped }: Counts): number {
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  return failed > 0 || (skipped > 0 && process.env.CI === "true") ? 1 : 0;
}

function run(command: string, ...args: string[]): boolean {
  console.log(`> ${[command, ...args].join(" ")}`);
  return spawnSync(command, args, { stdio: "inherit" }).status === 0;
}

async function obstacleToRunning(): Promise<string | undefined> {
  const outdated = packagesUnlikeLock();
  if (outdated.length > 0)
    return `Run npm install first. Not as in package-lock.json: ${outdated.slice(0, 5).join(", ")}`;
  const isBuilt = run(process.execPath, "scripts/build-if-stale.ts");
  if (!isBuilt) return "The build failed, see above.";
  return missingBrowser();
}

/** Says which browser is missing; as root on Debian (a container, as a rule) the missing ones are installed first. */
async function missingBrowser(): Promise<string | undefined> {
  // Only now: without installed packages this import itself fails.
  const { BROWSERS, findBrowser } = await import("./helpers/browser/find-browser.ts");
  const names = ["chromium", "firefox"] as const;
  const missing = names.filter((name) => !findBrowser(name)).map((name) => BROWSERS[name].debianPackage);
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    run("apt-get", "update");
    run("apt-get", "install", "--yes", "--no-install-recommends", ...missing);
  }
  const stillMissing = names.find((name) => !findBrowser(name));
  return stillMissing && BROWSERS[stillMissing].missing;
}

/** Packages of the lock that are missing or of another version; optional ones may be missing (other platforms). */
function packagesUnlikeLock(): string[] {
  const packagesOf = (file: string): Record<string, LockPackage> =>
    existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
  const installed = packagesOf("node_modules/.package-lock.json");
  return Object.entries(packagesOf("package-lock.json"))
    .filter(([path, { version, optional, devOptional }]) => {
      if (path === "") return false;
      const found = installed[path];
      return found ? found.version !== version : !optional && !devOptional;
    })
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, "")} ${version}`);
}

function runVitest(filters: string[]): Counts {
  rmSync(REPORT, { force: true });
  mkdirSync("test-results", { recursive: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${REPORT}`];
  const isGreen = run("npx", "--no", "vitest", "run", "--config=tests/vitest.config.ts", ...reporters, ...filters);
  if (!existsSync(REPORT)) return { passed: 0, failed: 1, skipped: 0 };

  const report: VitestReport = JSON.parse(readFileSync(REPORT, "utf8"));
  // A file that could not be loaded, or whose hook failed, has no failed test of its own.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return {
    passed: report.numPassedTests,
    // Errors outside every test, such as an unhandled rejection, fail vitest but no test.
    failed: failed === 0 && !isGreen ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
