import { Button } from "#app/ui/button.tsx";

export const LEAVE_DIALOG = "leave-payment";

export const LEAVE_QUESTION = "Are you sure you want to leave? Your payment session will be cancelled.";

/** Without JavaScript, the page at `action` shows the same question. */
export function LeaveDialog({ action }: { action: string }) {
  return (
    <dialog id={LEAVE_DIALOG} className="dialog" aria-labelledby={`${LEAVE_DIALOG}-title`}>
      <div className="dialog-body">
        <h2 id={`${LEAVE_DIALOG}-title`}>Back to Cart</h2>
        <p>{LEAVE_QUESTION}</p>
        <div className="form-row">
          <form method="post" action={action}>
            <Button look="danger">Leave</Button>
          </form>
          <form method="dialog">
            <Button look="outline">Stay</Button>
          </form>
        </div>
      </div>
    </dialog>
  );
}
