import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date.tsx";

import type { ShownBatch } from "./responses.ts";

type OneBatchProps = { batch: ShownBatch; mayEdit: boolean; pathname: string };

/** The heading of a list that shows one batch of coupons. */
export const OneBatch = ({ batch: { id, made_by, created_at, unused }, mayEdit, pathname }: OneBatchProps) => (
  <section aria-labelledby="batch">
    <h2 id="batch">
      Made at once on <DateTime at={created_at} />
    </h2>
    <p>
      By {made_by}. {tellUnused(unused)} <a href={pathname}>Show all coupons</a>
    </p>
    {mayEdit && unused > 0 && (
      <form method="post">
        <input type="hidden" name="batch" value={id} />
        <Button name="act" value="withdraw-batch" look="danger" busyLabel="Withdrawing...">
          {unused === 1 ? "Withdraw it" : `Withdraw all ${unused}`}
        </Button>
      </form>
    )}
  </section>
);

function tellUnused(unused: number) {
  if (unused === 0) return "Each was redeemed or withdrawn.";
  return unused === 1 ? "One was neither redeemed nor withdrawn." : `${unused} were neither redeemed nor withdrawn.`;
}
