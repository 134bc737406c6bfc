import { setTimeout } from "node:timers/promises";

import { type ShownJob, ShownJobSchema } from "../jobs/answers.ts";
import { isUnderWay } from "../jobs/words.ts";
import type { StaffApi } from "../staff-api.server.ts";

/** A few lines are checked in less, as a rule. */
const MAX_TRIES = 20;
const PAUSE_MS = 150;

/** The check of some lines once it has ended; null for one that takes longer, whose page tells the rest. */
export async function awaitCheck(api: StaffApi, path: string, signal: AbortSignal): Promise<ShownJob | null> {
  for (let tries = 1; tries <= MAX_TRIES && !signal.aborted; tries++) {
    const answer = await api.get(path, ShownJobSchema);
    if (!answer.ok) return null;
    if (!isUnderWay(answer.value.job)) return answer.value;
    await setTimeout(PAUSE_MS);
  }
  return null;
}

/** Why nothing of what was checked can be imported; null where something can, or where all of it is there already. */
export function whyNothing({ job, refused }: ShownJob): string | null {
  if (job.problem !== null) return job.problem;
  if (Object.entries(job.tallies).some(([name, count]) => name !== "refused" && count > 0)) return null;
  return refused.length === 0 ? null : refused.map(({ place, reason }) => `${place}: ${reason}`).join("; ");
}
