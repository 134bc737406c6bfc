import { Button } from "#app/ui/button.tsx";

import { isUnderWay, wordsFor } from "./labels.ts";
import type { ShownJob } from "./responses.ts";

/** The actions on a job: apply its checked rows, or stop it. */
export function JobActions({ shown: { job, is_applicable } }: { shown: ShownJob }) {
  const { good = 0, refused = 0 } = job.tallies;
  const words = wordsFor(job);
  return (
    <>
      {is_applicable && (
        <form method="post" className="job-acts">
          <input type="hidden" name="act" value="apply" />
          <Button busyLabel="Starting...">{words.apply(good)}</Button>
          {refused > 0 && <span className="small">{words.left}</span>}
        </form>
      )}
      {isUnderWay(job) && !job.is_stopping && (
        <form method="post" className="job-acts">
          <input type="hidden" name="act" value="cancel" />
          <Button look="outline" busyLabel="Stopping...">
            Cancel
          </Button>
          <span className="small">{words.kept}</span>
        </form>
      )}
    </>
  );
}
