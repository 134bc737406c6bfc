import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";

import { BREAKS } from "./breaks.ts";

// npm run breaks [-- WORD …]: breaks the code on purpose, one rule after another, and runs the test file that guards
// the rule. Ends with 1 when a break goes unnoticed, or when its line is no longer in the file. With words: only breaks
// whose sentence or file holds one of them. It edits the working tree and puts each file back. Run it where `npm test`
// is green: a test that fails anyway would pass for one that notices.

export type Break = {
  /** The fault, as a bug report would state it. */
  what: string;
  file: string;
  /** A piece of the file that occurs once, and its replacement. */
  from: string;
  to: string;
  /** The test file that must fail. */
  test: string;
};

/** A test that takes longer on broken code waits in vain. */
const TEST_LIMIT_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), "awning-breaks-"));
const words = process.argv.slice(2);
const chosen = BREAKS.filter(
  ({ what, file }) => words.length === 0 || words.some((word) => `${what} ${file}`.includes(word)),
);

// Ctrl+C ends the tests; the file is put back before this program ends, too.
let isStopped = false;
process.on("SIGINT", () => (isStopped = true));

/** The titles of the tests that fail on the broken code; null when the test file does not load. */
function runBroken({ file, from, to, test }: Break): string[] | null | "stale" {
  const whole = readFileSync(file, "utf8");
  if (whole.split(from).length !== 2) return "stale";
  const found = join(folder, "report.json");
  const [, first, second] = test.split("/");
  const kind = first === "nightly" ? `nightly-${second}` : first!;
  try {
    writeFileSync(
      file,
      whole.replace(from, () => to),
    );
    const args = [
      "--project",
      kind === "e2e" ? "e2e-js" : `${kind}*`,
      "--reporter",
      "json",
      "--outputFile",
      found,
      test,
    ];
    const env = { ...process.env, TEST_LIMIT_MS: String(TEST_LIMIT_MS) };
    spawnSync("npx", ["vitest", "run", "--config", "tests/vitest.config.ts", ...args], { stdio: "ignore", env });
    if (!existsSync(found)) return null;
    const report = JSON.parse(readFileSync(found, "utf8")) as Report;
    if (report.numTotalTests === 0) return null;
    const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
    return results.filter(({ status }) => status === "failed").map(({ title }) => title);
  } finally {
    writeFileSync(file, whole);
    rmSync(found, { force: true });
  }
}

type Report = { numTotalTests: number; testResults: { assertionResults: { status: string; title: string }[] }[] };

let faults = 0;
for (const one of chosen) {
  const failed = runBroken(one);
  await setImmediate(); // for Ctrl+C
  if (isStopped) break;
  const isNoticed = failed !== null && failed !== "stale" && failed.length > 0;
  if (!isNoticed) faults += 1;
  console.log(`${isNoticed ? "noticed " : "MISSED  "} ${one.what} (${one.file})`);
  if (failed === "stale") console.log(`         the line is missing, or occurs more than once: ${one.from}`);
  else if (failed === null) console.log(`         ${one.test} does not load`);
  else for (const title of [...new Set(failed)].slice(0, 3)) console.log(`         ${one.test}: ${title}`);
}
rmSync(folder, { recursive: true });
console.log(`${chosen.length} breaks, ${faults} not noticed`);
process.exitCode = faults === 0 && !isStopped ? 0 : 1;
