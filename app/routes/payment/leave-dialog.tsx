import { Button } from "#app/ui/button.tsx";

import { t } from "../../../config/language/t.ts";

export const LEAVE_DIALOG = "leave-payment";

/** Without JavaScript, the page at `action` shows the same question. */
export function LeaveDialog({ action }: { action: string }) {
  return (
    <dialog id={LEAVE_DIALOG} className="dialog" aria-labelledby={`${LEAVE_DIALOG}-title`}>
      <div className="dialog-body">
        <h2 id={`${LEAVE_DIALOG}-title`}>{t("payment.backToCart")}</h2>
        <p>{t("checkout.leaveQuestion")}</p>
        <div className="form-row">
          <form method="post" action={action}>
            <Button look="danger">{t("checkout.leave")}</Button>
          </form>
          <form method="dialog">
            <Button look="outline">{t("checkout.stay")}</Button>
          </form>
        </div>
      </div>
    </dialog>
  );
}
