import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Kinds by the time that a file takes: a short file at the end keeps no worker idle for long. */
const KINDS = ["e2e-js", "e2e-no-js", "e2e-firefox", "http", "api", "unit-isolated", "unit"];

const rank = ({ project }: TestSpecification) => KINDS.findIndex((kind) => project.name.endsWith(kind));

/**
 * Starts the slowest kind first, and in each kind the file that took longest in the last run; without a last run, the
 * longest file. A worker takes the next file at once, whatever its kind.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySpeed = await super.sort(files);
    return bySpeed.toSorted((a, b) => rank(a) - rank(b));
  }
}
