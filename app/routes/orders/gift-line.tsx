import Gift from "lucide/dist/esm/icons/gift.mjs";
import type { ReactNode } from "react";

import type { OrderedGift } from "#app/commerce/types.ts";
import { giftLabels } from "#app/forms/gift.ts";
import { recipientOf, sentTo } from "#app/routes/gift-recipient.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { formatDate, formatDay } from "#app/ui/date.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";

import { t } from "../../../config/language/t.ts";

type Typed = { phone: string; email: string };

/** Why a gift was not sent to `typed`. With `confirmHref` the shopper must confirm the device first. */
export type GiftRefusal = { giftId: string; typed: Typed; errors?: Partial<Typed>; confirmHref?: string };

type GiftLineProps = { gift: OrderedGift; orderId: string; refusal?: GiftRefusal };

export function GiftLine({ gift, orderId, refusal }: GiftLineProps) {
  const { features } = useShop().brand;
  const hasPhone = features.giftByPhone || gift.recipientPhone !== "";
  const isOut = gift.state === "sent" || gift.state === "opened";
  const change = hasPhone ? "orders.changeRecipient" : "orders.changeAddress";
  return (
    <div className="gift-line small">
      <p className="gift-note">
        <Icon of={Gift} size={16} />
        <span>{describeState(gift)}</span>
      </p>
      {(isOut || gift.state === "scheduled") && (
        <details className="gift-again" open={refusal !== undefined}>
          <summary>{rich(isOut ? "orders.sendAgain" : change)}</summary>
          <form method="post">
            <input type="hidden" name="gift" value={gift.id} />
            <input type="hidden" name="order" value={orderId} />
            {hasPhone && <PhoneField gift={gift} refusal={refusal} />}
            <EmailField
              gift={gift}
              refusal={refusal}
              hint={hasPhone ? "orders.newRecipientHint" : "orders.newAddressHint"}
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

type AgainField = Pick<GiftLineProps, "gift" | "refusal">;

const PhoneField = ({ gift, refusal }: AgainField) => (
  <Field
    id={`gift-phone-${gift.id}`}
    name="phone"
    label={giftLabels().gift_phone}
    inputMode="tel"
    autoComplete="off"
    defaultValue={refusal?.typed.phone ?? gift.recipientPhone}
    readOnly={gift.state === "opened"}
    error={refusal?.errors?.phone}
    hint={rich("product.giftPhoneHint")}
  />
);

type EmailFieldProps = AgainField & { hint: "orders.newRecipientHint" | "orders.newAddressHint" };

const EmailField = ({ gift, refusal, hint }: EmailFieldProps) => (
  <Field
    id={`gift-${gift.id}`}
    name="email"
    label={giftLabels().gift_email}
    inputMode="email"
    autoComplete="off"
    defaultValue={refusal?.typed.email ?? gift.recipientEmail}
    readOnly={gift.state === "opened"}
    error={refusal?.errors?.email}
    hint={gift.state === "sent" ? rich(hint) : null}
  />
);

const b = (parts: ReactNode) => <b>{parts}</b>;

function describeState(gift: OrderedGift) {
  const { state, recipientName: name, sendOn, openedAt } = gift;
  switch (state) {
    case "waiting":
      return sendOn === null
        ? rich("orders.giftWaiting", { b, name })
        : rich("orders.giftWaitingFor", { b, name, date: formatDay(sendOn) });
    case "refunded":
      return rich("orders.giftRefunded", { b, name });
    case "scheduled":
      return sendOn === null
        ? rich("orders.giftOnItsWay", { b, name, to: recipientOf(gift) })
        : rich("orders.giftScheduled", { b, name, to: recipientOf(gift), date: formatDay(sendOn) });
    case "sent":
      return describeSent(gift);
    case "opened":
      return openedAt === null
        ? rich("orders.giftOpened", { b, name })
        : rich("orders.giftOpenedOn", { b, name, date: formatDate(openedAt) });
  }
}

function describeSent(gift: OrderedGift) {
  const { recipientName: name, phoneState, sentAt } = gift;
  const to = sentTo(gift);
  if (phoneState === "waiting") return rich("orders.giftOnItsWay", { b, name, to });
  if (phoneState === "delivered") return rich("orders.giftDelivered", { b, name, to });
  if (phoneState === "failed") return rich("orders.giftFailed", { b, name, to });
  return sentAt === null
    ? rich("orders.giftSent", { b, name, to })
    : rich("orders.giftSentOn", { b, name, to, date: formatDate(sentAt) });
}
