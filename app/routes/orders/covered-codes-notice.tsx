import type { Voucher } from "#app/commerce/types.ts";
import { rich } from "#app/texts/rich.ts";
import { Alert } from "#app/ui/notice.tsx";

type CoveredCodesNoticeProps = { orders: { vouchers: Voucher[] | null }[]; confirmHref: string };

/** Asks shoppers to confirm a device on which codes stay covered. */
export function CoveredCodesNotice({ orders, confirmHref }: CoveredCodesNoticeProps) {
  if (!orders.some(({ vouchers }) => vouchers?.some(({ isLocked }) => isLocked))) return null;
  return (
    <Alert tone="info">{rich("orders.codesCovered", { link: (parts) => <a href={confirmHref}>{parts}</a> })}</Alert>
  );
}
