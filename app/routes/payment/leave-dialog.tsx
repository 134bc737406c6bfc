import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";

export const LEAVE_DIALOG = "leave-payment";

/** Without JavaScript, the page at `action` shows the same question. */
export function LeaveDialog({ action }: { action: string }) {
  return (
    <dialog id={LEAVE_DIALOG} className="dialog" aria-labelledby={`${LEAVE_DIALOG}-title`}>
      <div className="dialog-body">
        <h2 id={`${LEAVE_DIALOG}-title`}>{rich("payment.backToCart")}</h2>
        <p>{rich("checkout.leaveQuestion")}</p>
        <div className="form-row">
          <form method="post" action={action}>
            <Button look="danger">{rich("checkout.leave")}</Button>
          </form>
          <form method="dialog">
            <Button look="outline">{rich("checkout.stay")}</Button>
          </form>
        </div>
      </div>
    </dialog>
  );
}
