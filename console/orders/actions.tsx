import { TextArea } from "#app/ui/field.tsx";

import { ActionForm, type LastAction } from "./action-form.tsx";
import { GiftForms, RedirectForms } from "./gift-forms.tsx";
import { UNFULFILLED } from "./labels.ts";
import { RefundForm } from "./refund-form.tsx";
import type { OrderResponse } from "./responses.ts";
import { RevealForm } from "./reveal-form.tsx";
import { SendForms } from "./send-forms.tsx";

type ActsProps = { shown: OrderResponse; permissions: string[]; noteId: string; last: LastAction };

/** The actions that this member may take on the order in its state. */
export function Actions({ shown, permissions, noteId, last }: ActsProps) {
  const mayAct = permissions.includes("orders.act");
  const mayRefund = permissions.includes("orders.refund");
  const mayReveal = permissions.includes("codes.reveal");
  const isCompleted = shown.order.status === "completed";
  return (
    <aside className="acts" aria-label="Actions">
      {shown.order.is_held && <HeldForms mayAct={mayAct} mayRefund={mayRefund} last={last} seen={shown.order.seen} />}
      {mayRefund && <MissingForm shown={shown} last={last} />}
      {mayRefund && <SendForms shown={shown} last={last} />}
      {isCompleted && mayRefund && <RefundForm shown={shown} last={last} />}
      {isCompleted && mayAct && (
        <ActionForm
          act="resend"
          title="Send the vouchers again"
          button="Send"
          last={last}
          about="The mail goes to the shopper's delivery address, as it is today."
        />
      )}
      {mayAct && <GiftForms gifts={shown.gifts} last={last} />}
      {mayReveal && <RedirectForms gifts={shown.gifts} last={last} />}
      {isCompleted && mayReveal && <RevealForm cards={shown.cards} last={last} />}
      {mayAct && <NoteForm noteId={noteId} last={last} />}
    </aside>
  );
}

type HeldProps = { mayAct: boolean; mayRefund: boolean; last: LastAction; seen: string };

function HeldForms({ mayAct, mayRefund, last, seen }: HeldProps) {
  return (
    <>
      {mayAct && (
        <ActionForm
          act="release"
          title="Release"
          button="Release"
          last={last}
          needsReason={true}
          isGrave
          about="Delivers the cards now. They cannot be taken back."
        >
          <Seen value={seen} />
        </ActionForm>
      )}
      {mayRefund && (
        <ActionForm
          act="refuse"
          title="Refuse and refund"
          button="Refuse"
          last={last}
          needsReason={true}
          isGrave
          about="Delivers nothing. The coins are back at once, and the cash goes back through the gateway."
        >
          <Seen value={seen} />
        </ActionForm>
      )}
    </>
  );
}

/** The order as this page shows it: a decision about another state is refused. */
const Seen = ({ value }: { value: string }) => <input type="hidden" name="seen" value={value} />;

/** For a paid order that still waits for cards. */
function MissingForm({ shown: { order, lines }, last }: { shown: OrderResponse; last: LastAction }) {
  const isWaiting = !order.is_held && UNFULFILLED.includes(order.status);
  if (!isWaiting || !lines.some(({ status }) => status === "open")) return null;
  return (
    <ActionForm
      act="refund-missing"
      title="Refund what is missing"
      button="Refund"
      last={last}
      needsReason={true}
      isGrave
      about="Stops waiting, refunds the cards that have not come, and delivers the others. Cards that come later go to stock."
    >
      <Seen value={order.seen} />
    </ActionForm>
  );
}

function NoteForm({ noteId, last }: { noteId: string; last: LastAction }) {
  const sent = last?.act === "note" ? last : undefined;
  return (
    <ActionForm
      act="note"
      title="Add a note"
      button="Keep the note"
      last={last}
      about="For the staff. The shopper gets it only with an export of their data."
    >
      <input type="hidden" name="id" value={sent?.typed.id ?? noteId} />
      <TextArea
        name="text"
        label="Note"
        rows={3}
        required
        defaultValue={sent?.typed.text}
        error={sent?.problem?.fields.text}
      />
    </ActionForm>
  );
}
