import { DateTime } from "#app/ui/date.tsx";

import { describeFilter } from "./filter-labels.ts";
import { countsOf, thingsOf } from "./labels.ts";
import { Progress } from "./progress.tsx";
import type { ShownJob } from "./responses.ts";

/** A job's file, progress and requester. */
export function JobDetails({ shown: { job, filter, reading } }: { shown: ShownJob }) {
  const { file, asked_by, created_at, finished_at } = job;
  const things = thingsOf(job);
  return (
    <dl className="facts">
      {file !== null && (
        <div>
          <dt>File</dt>
          <dd>{file || "without a name"}</dd>
        </div>
      )}
      {filter !== null && (
        <div>
          <dt>Filter</dt>
          <dd>{describeFilter(job.kind, filter) || `None: all ${things}`}</dd>
        </div>
      )}
      <div>
        <dt>State</dt>
        <dd>
          <Progress job={job} />
        </dd>
      </div>
      <div>
        <dt>{things[0]!.toUpperCase() + things.slice(1)}</dt>
        <dd>{countsOf(job)}</dd>
      </div>
      <div>
        <dt>Started</dt>
        <dd>
          <DateTime at={created_at} /> by {asked_by}
        </dd>
      </div>
      {finished_at !== null && (
        <div>
          <dt>Ended</dt>
          <dd>
            <DateTime at={finished_at} />
          </dd>
        </div>
      )}
      {reading.length > 0 && (
        <div>
          <dt>Read as</dt>
          {reading.map((sentence) => (
            <dd key={sentence}>{sentence}</dd>
          ))}
        </div>
      )}
    </dl>
  );
}
