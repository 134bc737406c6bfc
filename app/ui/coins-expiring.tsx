import type { CoinsExpiring } from "#app/commerce/types.ts";
import { formatPoints } from "#app/pricing/format-money.ts";

import { DateTime } from "./date.tsx";
import { Alert } from "./notice.tsx";

/** Empty if the backend does not report expiring coins. */
export function CoinsExpiringNotice({ expiring }: { expiring: CoinsExpiring | null | undefined }) {
  if (!expiring) return null;
  return (
    <Alert tone="info">
      {formatPoints(expiring.amount)} {expiring.amount === 100 ? "coin expires" : "coins expire"} soon, the first on{" "}
      <DateTime at={expiring.at} />.
    </Alert>
  );
}
