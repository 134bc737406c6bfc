import type { CoinsExpiring } from "#app/commerce/types.ts";
import { DateTime } from "./date.tsx";
import { formatPoints } from "#app/pricing/format-money.ts";
import { Alert } from "./notice.tsx";

/** A notice beside the balance while some of it expires soon; a host that does not tell gives none. */
export function CoinsExpiringNotice({ expiring }: { expiring: CoinsExpiring | null | undefined }) {
  if (!expiring) return null;
  return (
    <Alert tone="info">
      {formatPoints(expiring.amount)} {expiring.amount === 100 ? "coin expires" : "coins expire"} soon, the first on{" "}
      <DateTime at={expiring.at} />.
    </Alert>
  );
}
