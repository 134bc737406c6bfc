import Gift from "lucide/dist/esm/icons/gift.mjs";

import type { OrderedGift } from "#app/commerce/types.ts";
import { giftLabels } from "#app/forms/gift.ts";
import { Button } from "#app/ui/button.tsx";
import { formatDate, formatDay } from "#app/ui/date.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** Why a gift was not sent to `typed`. With `confirmHref` the shopper must confirm the device first. */
export type GiftRefusal = { giftId: string; typed: string; error?: string; confirmHref?: string };

type GiftLineProps = { gift: OrderedGift; orderId: string; refusal?: GiftRefusal };

export function GiftLine({ gift, orderId, refusal }: GiftLineProps) {
  const { id, recipientName, recipientEmail, state } = gift;
  const isOut = state === "sent" || state === "opened";
  return (
    <div className="gift-line small">
      <p className="gift-note">
        <Icon of={Gift} size={16} />
        <span>
          <b>Gift for {recipientName}</b>
          {describeState(gift)}
        </span>
      </p>
      {(isOut || state === "scheduled") && (
        <details className="gift-again" open={refusal !== undefined}>
          <summary>{isOut ? "Send again" : "Change the address"}</summary>
          <form method="post">
            <input type="hidden" name="gift" value={id} />
            <input type="hidden" name="order" value={orderId} />
            <Field
              id={`gift-${id}`}
              name="email"
              label={giftLabels().gift_email}
              inputMode="email"
              autoComplete="off"
              defaultValue={refusal?.typed ?? recipientEmail}
              readOnly={state === "opened"}
              error={refusal?.error}
              hint={state === "sent" ? "If you change the address, the first link stops working." : null}
            />
            {refusal?.confirmHref && (
              <p>
                <a href={refusal.confirmHref}>Confirm this device</a>
              </p>
            )}
            <Button look="outline" busyLabel={isOut ? "Sending..." : "Saving..."}>
              {isOut ? "Send again" : "Save"}
            </Button>
          </form>
        </details>
      )}
    </div>
  );
}

function describeState({ state, recipientEmail, sendOn, sentAt, openedAt }: OrderedGift) {
  const on = (at: number | null) => (at === null ? "" : ` on ${formatDate(at)}`);
  switch (state) {
    case "waiting":
      return sendOn === null ? null : `, for ${formatDay(sendOn)}`;
    case "refunded":
      return ", refunded";
    case "scheduled":
      return sendOn === null
        ? `, on its way to ${recipientEmail}`
        : `, scheduled for ${formatDay(sendOn)} to ${recipientEmail}`;
    case "sent":
      return `, sent to ${recipientEmail}${on(sentAt)}`;
    case "opened":
      return `, opened${on(openedAt)}`;
  }
}
