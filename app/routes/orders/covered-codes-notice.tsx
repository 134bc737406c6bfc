import type { Voucher } from "#app/commerce/types.ts";
import { Alert } from "#app/ui/notice.tsx";

type CoveredCodesNoticeProps = { orders: { vouchers: Voucher[] | null }[]; confirmHref: string };

/** Asks shoppers to confirm a device on which codes stay covered. */
export function CoveredCodesNotice({ orders, confirmHref }: CoveredCodesNoticeProps) {
  if (!orders.some(({ vouchers }) => vouchers?.some(({ isLocked }) => isLocked))) return null;
  return (
    <Alert tone="info">
      Your codes are covered on this device until you <a href={confirmHref}>confirm that it is yours</a>.
    </Alert>
  );
}
