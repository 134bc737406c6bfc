import type { Reporter, TestCase } from "vitest/node";

/** Prints the errors of a failed test at once: the list at the end comes minutes later, and never if somebody ends the run. */
export class FailuresAtOnce implements Reporter {
  onTestCaseResult(test: TestCase) {
    const { state, errors = [] } = test.result();
    if (state !== "failed") return;
    const lines = errors.map(({ message, stacks }) => {
      const at = stacks?.[0];
      return `    ${message.trim()}${at ? `\n    at ${at.file}:${at.line}` : ""}`;
    });
    console.error(`${test.module.relativeModuleId}: ${test.fullName}\n${lines.join("\n")}`);
  }
}
