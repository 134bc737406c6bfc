import { CHECKOUT_FAILED } from "#app/texts/messages.ts";
import { Alert, NotLoaded } from "#app/ui/notice.tsx";

type CartAlertProps = {
  alert: string;
  detail: string | null;
  /** The cart itself did not load. */
  isNotLoaded?: boolean;
};

/** A refusal and its detail. If the alert alone would not help, the detail is the headline. */
export function CartAlert({ alert, detail, isNotLoaded }: CartAlertProps) {
  const [headline, rest] = detail && alert === CHECKOUT_FAILED ? [detail, alert] : [alert, detail];
  const Box = isNotLoaded ? NotLoaded : Alert;
  return (
    <Box>
      <p>{headline}</p>
      {rest && <p className="small">{rest}</p>}
    </Box>
  );
}
