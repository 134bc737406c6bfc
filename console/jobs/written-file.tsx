import { href } from "react-router";

import { DateTime } from "#app/ui/date.tsx";

import { formatCount, isUnderWay, thingsOf } from "./labels.ts";
import type { ShownJob } from "./responses.ts";

/** The file that a job has written, while it is stored. */
export function WrittenFile({ shown: { job, file_until: until }, brand }: { shown: ShownJob; brand: string }) {
  if (isUnderWay(job)) return null;
  if (job.state !== "done") return <p>Nothing of its file is kept.</p>;
  if (until === null) return <p>The file has been deleted. Files of lists are kept for 7 days.</p>;
  return (
    <p>
      <a href={href("/brands/:brand/jobs/:job/file.csv", { brand, job: job.id })}>
        Download the file ({formatCount(job.done)} {thingsOf(job)})
      </a>
      . It is deleted on <DateTime at={until} />.
    </p>
  );
}
