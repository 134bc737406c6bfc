import { setTimeout } from "node:timers/promises";

import type { StaffApi } from "../base/staff-api.server.ts";
import { isUnderWay } from "./labels.ts";
import { type ShownJob, ShownJobSchema } from "./responses.ts";

/** Enough to check a few lines in most cases. */
const MOST_MS = 3_000;
const PAUSE_MS = 150;
/** The most reasons that a person can handle at once. */
const MOST_REASONS = 5;

/** Waits for the check of some lines. Returns null if it takes longer; the job's page then shows its result. */
export async function awaitCheck(api: StaffApi, path: string, signal: AbortSignal): Promise<ShownJob | null> {
  const until = Date.now() + MOST_MS;
  while (Date.now() < until && !signal.aborted) {
    const answer = await api.get(path, ShownJobSchema);
    if (!answer.ok) return null;
    if (!isUnderWay(answer.value.job)) return answer.value;
    await setTimeout(PAUSE_MS);
  }
  return null;
}

/** The reason why no checked line can be imported. Null if one can be, or if the shop has all of them. */
export function whyNothing({ job, refused }: ShownJob): string | null {
  if (job.problem !== null) return job.problem;
  if (Object.entries(job.tallies).some(([name, count]) => name !== "refused" && count > 0)) return null;
  if (refused.length === 0) return null;
  const reasons = refused.slice(0, MOST_REASONS).map(({ place, reason }) => `${place}: ${reason}`);
  const left = refused.length - reasons.length;
  return [...reasons, ...(left > 0 ? [`and ${left} more`] : [])].join("; ");
}
