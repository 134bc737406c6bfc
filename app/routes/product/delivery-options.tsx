import type { ComponentProps } from "react";

import { GIFT_MESSAGE_MAX_CHARACTERS } from "#app/base/constants.ts";
import { giftLabels } from "#app/forms/gift.ts";
import { Field, TextArea } from "#app/ui/field.tsx";

type FieldInput = Omit<ComponentProps<typeof Field>, "label">;

type DeliveryOptionsProps = {
  isGift: boolean;
  /** True if a gift can be chosen, even if the backend cannot send it. */
  hasGift: boolean;
  /** The fields' attributes; null if the backend has no gifts. */
  gift: {
    name: FieldInput;
    email: FieldInput;
    message: Omit<ComponentProps<typeof TextArea>, "label">;
    date: FieldInput;
  } | null;
};

/** 'Delivery Options' (docs/product.md, 4.4); a gift adds the recipient's fields. */
export function DeliveryOptions({ isGift, hasGift, gift }: DeliveryOptionsProps) {
  const choose = (value: string) => ({
    type: "radio",
    name: "delivery",
    value,
    defaultChecked: isGift === (value === "gift"),
  });
  return (
    <fieldset className="choices">
      <legend>Delivery Options</legend>{" "}
      <label className="choice">
        <input {...choose("self")} /> <span>Add to my account (for personal use)</span>{" "}
      </label>
      <label className="choice">
        <input {...choose("gift")} disabled={!hasGift} />{" "}
        <span>Send as Gift {!hasGift && <small>Not available</small>}</span>
      </label>
      {hasGift && !gift && (
        <p className="muted small">
          This shop sends every card to your account. You can pass its code on from your order history.
        </p>
      )}
      {gift && (
        <div className="gift-fields">
          <p className="muted small">We e-mail them a link that opens the gift card. Only they see the codes.</p>
          <Field label={giftLabels.gift_name} autoComplete="off" {...gift.name} />
          <Field label={giftLabels.gift_email} inputMode="email" autoComplete="off" {...gift.email} />
          <TextArea
            label={giftLabels.gift_message}
            hint={`At most ${GIFT_MESSAGE_MAX_CHARACTERS} characters`}
            {...gift.message}
            rows={3}
          />
          <Field
            label={giftLabels.gift_date}
            hint="Sent at 9 am IST on this date. Leave empty to send now."
            {...gift.date}
            type="date"
          />
        </div>
      )}
    </fieldset>
  );
}
