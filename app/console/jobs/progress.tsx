import type { Job } from "./answers.ts";
import { formatCount, isUnderWay, stateOf } from "./words.ts";

/** How far a job has come. */
export function Progress({ job }: { job: Job }) {
  const percent = job.total === 0 ? 0 : Math.floor((100 * job.done) / job.total);
  if (!isUnderWay(job)) return stateOf(job);
  // Suppliers do not say how many products they have.
  if (job.total === 0) return `${stateOf(job)}, ${formatCount(job.done)} products read`;
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
