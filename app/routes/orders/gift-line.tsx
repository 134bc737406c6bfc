import Gift from "lucide/dist/esm/icons/gift.mjs";
import type { ReactNode } from "react";

import type { OrderedGift } from "#app/commerce/types.ts";
import { giftLabels } from "#app/forms/gift.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { formatDate, formatDay } from "#app/ui/date.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";

import { t } from "../../../config/language/t.ts";

/** Why a gift was not sent to `typed`. With `confirmHref` the shopper must confirm the device first. */
export type GiftRefusal = { giftId: string; typed: string; error?: string; confirmHref?: string };

type GiftLineProps = { gift: OrderedGift; orderId: string; refusal?: GiftRefusal };

export function GiftLine({ gift, orderId, refusal }: GiftLineProps) {
  const { id, recipientEmail, state } = gift;
  const isOut = state === "sent" || state === "opened";
  return (
    <div className="gift-line small">
      <p className="gift-note">
        <Icon of={Gift} size={16} />
        <span>{describeState(gift)}</span>
      </p>
      {(isOut || state === "scheduled") && (
        <details className="gift-again" open={refusal !== undefined}>
          <summary>{rich(isOut ? "orders.sendAgain" : "orders.changeAddress")}</summary>
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
              hint={state === "sent" ? rich("orders.newAddressHint") : null}
            />
            {refusal?.confirmHref && (
              <p>
                <a href={refusal.confirmHref}>{rich("orders.confirmDevice")}</a>
              </p>
            )}
            <Button look="outline" busyLabel={t(isOut ? "orders.sending" : "orders.saving")}>
              {rich(isOut ? "orders.sendAgain" : "orders.save")}
            </Button>
          </form>
        </details>
      )}
    </div>
  );
}

function describeState({ state, recipientName: name, recipientEmail: email, sendOn, sentAt, openedAt }: OrderedGift) {
  const b = (parts: ReactNode) => <b>{parts}</b>;
  switch (state) {
    case "waiting":
      return sendOn === null
        ? rich("orders.giftWaiting", { b, name })
        : rich("orders.giftWaitingFor", { b, name, date: formatDay(sendOn) });
    case "refunded":
      return rich("orders.giftRefunded", { b, name });
    case "scheduled":
      return sendOn === null
        ? rich("orders.giftOnItsWay", { b, name, email })
        : rich("orders.giftScheduled", { b, name, email, date: formatDay(sendOn) });
    case "sent":
      return sentAt === null
        ? rich("orders.giftSent", { b, name, email })
        : rich("orders.giftSentOn", { b, name, email, date: formatDate(sentAt) });
    case "opened":
      return openedAt === null
        ? rich("orders.giftOpened", { b, name })
        : rich("orders.giftOpenedOn", { b, name, date: formatDate(openedAt) });
  }
}
