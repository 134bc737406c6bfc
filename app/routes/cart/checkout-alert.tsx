import { CHECKOUT_FAILED } from "#app/messages.ts";
import { Alert } from "#app/ui/notice.tsx";

/** The reason why Proceed placed no order. The detail is the headline if the alert alone would not help. */
export function CheckoutAlert({ alert, detail }: { alert: string; detail: string | null }) {
  const [headline, rest] = detail && alert === CHECKOUT_FAILED ? [detail, alert] : [alert, detail];
  return (
    <Alert>
      <p>{headline}</p>
      {rest && <p className="small">{rest}</p>}
    </Alert>
  );
}
