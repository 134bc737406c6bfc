import type { Finding } from "./judge.ts";

export type Outcome = "conforms" | "tolerated" | "breaks" | "skipped";

/** One call that was made or skipped. */
export type Step = {
  /** Method and path, with the query. */
  call: string;
  /** More about the request, or the reason for skipping it. */
  about: string;
  outcome: Outcome;
  status: number | null;
  ms: number | null;
  findings: Finding[];
};

export const outcomeOf = (findings: Finding[]): Outcome =>
  findings.some(({ level }) => level === "breaks") ? "breaks" : findings.length > 0 ? "tolerated" : "conforms";

export const countOutcomes = (steps: Step[]): Record<Outcome, number> => {
  const count = (outcome: Outcome) => steps.filter((step) => step.outcome === outcome).length;
  return {
    conforms: count("conforms"),
    tolerated: count("tolerated"),
    breaks: count("breaks"),
    skipped: count("skipped"),
  };
};

export function formatStep({ call, about, outcome, status, ms, findings }: Step): string {
  const figures = status === null ? "" : ` (${status}, ${ms} ms)`;
  const head = `${outcome.padEnd(9)}  ${call}${about ? `: ${about}` : ""}${figures}`;
  const lines = findings.map(({ level, path, problem, times }) => {
    const where = path === "" ? "" : `${path} `;
    return `${level === "breaks" ? "  !" : "  -"} ${where}${problem}${times > 1 ? ` (${times} times)` : ""}`;
  });
  return [head, ...lines.map((line) => " ".repeat(9) + line)].join("\n");
}

export function formatSummary(steps: Step[]): string {
  const { conforms, tolerated, breaks, skipped } = countOutcomes(steps);
  const made = steps.length - skipped;
  return `${made} calls: ${conforms} conform, ${tolerated} tolerated, ${breaks} break; ${skipped} not made.`;
}
