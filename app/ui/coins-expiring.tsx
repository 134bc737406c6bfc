import type { CoinsExpiring } from "#app/commerce/types.ts";
import { formatPoints } from "#app/pricing/format-money.ts";
import { rich } from "#app/texts/rich.ts";

import { DateTime } from "./date.tsx";
import { Alert } from "./notice.tsx";

/** Empty if the backend does not report expiring coins. */
export function CoinsExpiringNotice({ expiring }: { expiring: CoinsExpiring | null | undefined }) {
  if (!expiring) return null;
  return (
    <Alert tone="info">
      {rich("frame.coinsExpiring", {
        coins: formatPoints(expiring.amount),
        count: expiring.amount / 100,
        date: () => <DateTime at={expiring.at} />,
      })}
    </Alert>
  );
}
