import { formatCount, isUnderWay, stateOf, thingsOf } from "./labels.ts";
import type { Job } from "./responses.ts";

/** The progress of a job. */
export function Progress({ job }: { job: Job }) {
  const percent = job.total === 0 ? 0 : Math.floor((100 * job.done) / job.total);
  if (!isUnderWay(job)) return stateOf(job);
  // Suppliers do not report the number of their products, and long lists are not counted.
  if (job.total === 0) return `${stateOf(job)}, ${formatCount(job.done)} ${thingsOf(job)} read`;
  return (
    <>
      {stateOf(job)}{" "}
      <progress value={percent} max={100} aria-label={`${job.label}: progress`}>
        {percent} %
      </progress>{" "}
      {percent} %
    </>
  );
}
