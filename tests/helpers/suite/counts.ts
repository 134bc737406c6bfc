import type { TestModule, Vitest } from "vitest/node";

export type Counts = { passed: number; failed: number; skipped: number };

const SLOWEST = 10;

/** The tests of a finished run, by their result. */
export function countTests(vitest: Vitest): Counts {
  const modules = vitest.state.getTestModules();
  const counts = { passed: 0, failed: modules.filter(isBroken).length, skipped: 0 };
  for (const { state } of testsOf(modules).map((test) => test.result())) {
    if (state === "passed" || state === "failed") counts[state] += 1;
    else counts.skipped += 1;
  }
  // Vitest sets the exit code for an error outside every test too, such as one of a global setup.
  if (counts.failed === 0 && process.exitCode) counts.failed = 1;
  return counts;
}

/** The number of tests that ran again because their browser had crashed. */
export const countCrashes = (vitest: Vitest): number =>
  testsOf(vitest.state.getTestModules()).filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0).length;

/** The slowest files, one a line, with their seconds. */
export function listSlowest(vitest: Vitest): string {
  const timed = vitest.state.getTestModules().map((module) => {
    const { collectDuration, setupDuration, duration } = module.diagnostic();
    const seconds = (collectDuration + setupDuration + duration) / 1000;
    return { name: `${module.relativeModuleId} (${module.project.name})`, seconds };
  });
  return timed
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`)
    .join("\n");
}

const testsOf = (modules: TestModule[]) => modules.flatMap((module) => [...module.children.allTests()]);

/** A file that could not be loaded, or whose hook failed, has no failed test. */
const isBroken = (module: TestModule) =>
  module.state() === "failed" && !testsOf([module]).some((test) => test.result().state === "failed");
