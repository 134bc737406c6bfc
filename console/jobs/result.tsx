import { BulkJob, type RefusedConfirmation } from "./bulk-job.tsx";
import { isExport } from "./labels.ts";
import type { ShownJob } from "./responses.ts";
import { WhatIsDone } from "./what-is-done.tsx";
import { WrittenFile } from "./written-file.tsx";

type ResultProps = { shown: ShownJob; brand: string; refused?: RefusedConfirmation };

/** The findings, the file or the outcome of a job. */
export function Result({ shown, brand, refused }: ResultProps) {
  const { job, bulk } = shown;
  if (isExport(job)) return <WrittenFile shown={shown} brand={brand} />;
  if (bulk === null) return <WhatIsDone job={job} brand={brand} />;
  return (
    <>
      {job.state === "cancelled" && <WhatIsDone job={job} brand={brand} />}
      <BulkJob job={job} bulk={bulk} brand={brand} mayAct={shown.may_act} refused={refused} />
    </>
  );
}
