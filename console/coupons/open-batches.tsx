import { href } from "react-router";

import { formatPoints } from "#app/pricing/format-money.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { FileLinks } from "../table/csv-link.tsx";
import type { Batch } from "./responses.ts";

/** Batches of coupons to approve, or with codes to download. */
export const OpenBatches = ({ brand, batches, mayApprove }: { brand: string; batches: Batch[]; mayApprove: boolean }) =>
  batches.map((batch) =>
    batch.state === "waiting" ? (
      <Waiting key={batch.id} batch={batch} mayApprove={mayApprove} />
    ) : (
      <Alert key={batch.id} tone="info">
        <FileLinks
          to={href("/brands/:brand/coupons/:batch/codes.csv", { brand, batch: batch.id })}
          label={`Download ${tellCount(batch.count, "code")} as CSV`}
        />
        . You can do so for 15 minutes: keep the file where only those who hand out the coupons can read it.
      </Alert>
    ),
  );

const Waiting = ({ batch, mayApprove }: { batch: Batch; mayApprove: boolean }) => (
  <section aria-labelledby={`batch-${batch.id}`}>
    <h2 id={`batch-${batch.id}`}>
      {`${tellCount(batch.count, "coupon")} of ${formatPoints(batch.amount)} coins in all wait`}
    </h2>
    <p>
      {batch.made_by} made {batch.count === 1 ? "it" : "them"} on <DateTime at={batch.created_at} />. The staff gives up
      to 1,000 coins a day alone, as coupons and grants together. What goes beyond gets its codes when a second member
      approves.
    </p>
    {mayApprove && (
      <form method="post" className="page-links">
        <input type="hidden" name="batch" value={batch.id} />
        {!batch.is_own && (
          <Button name="act" value="approve" busyLabel="Approving...">
            Approve
          </Button>
        )}
        <Button name="act" value="refuse" look="outline" busyLabel="Refusing...">
          {batch.is_own ? "Withdraw them" : "Refuse"}
        </Button>
      </form>
    )}
  </section>
);

const tellCount = (count: number, thing: string) => `${count} ${count === 1 ? thing : `${thing}s`}`;
