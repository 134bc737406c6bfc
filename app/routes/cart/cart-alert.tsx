import { marked } from "#app/texts/rich.ts";
import { Alert } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";

type Refusal = { alert: string; detail: string | null };

/** If the alert alone would not help, the detail is the headline. */
export const linesOf = ({ alert, detail }: Refusal) =>
  detail && alert === t("messages.checkoutFailed") ? ([detail, alert] as const) : ([alert, detail] as const);

/** A refusal and its detail. */
export function CartAlert(refusal: Refusal) {
  const [headline, rest] = linesOf(refusal);
  return (
    <Alert>
      <p>{marked(headline)}</p>
      {rest && <p className="small">{marked(rest)}</p>}
    </Alert>
  );
}
