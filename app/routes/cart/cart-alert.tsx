import { CHECKOUT_FAILED } from "#app/messages.ts";
import { Alert } from "#app/ui/notice.tsx";

/** A refusal and its detail, which is the headline if the alert alone would not help. */
export function CartAlert({ alert, detail }: { alert: string; detail: string | null }) {
  const [headline, rest] = detail && alert === CHECKOUT_FAILED ? [detail, alert] : [alert, detail];
  return (
    <Alert>
      <p>{headline}</p>
      {rest && <p className="small">{rest}</p>}
    </Alert>
  );
}
