import type { ComponentProps } from "react";

import { GIFT_MESSAGE_MAX_CHARACTERS } from "#app/base/constants.ts";
import { giftLabels } from "#app/forms/gift.ts";
import { rich } from "#app/texts/rich.ts";
import { Field, TextArea } from "#app/ui/field.tsx";

type FieldInput = Omit<ComponentProps<typeof Field>, "label">;

type DeliveryOptionsProps = {
  isGift: boolean;
  /** True if a gift can be chosen, even if the backend cannot send it. */
  hasGift: boolean;
  /** The fields' attributes; null if the backend has no gifts. */
  gift: {
    name: FieldInput;
    /** Null if the brand sends gifts by e-mail only. */
    phone: FieldInput | null;
    email: FieldInput;
    message: Omit<ComponentProps<typeof TextArea>, "label">;
    date: FieldInput;
  } | null;
};

/** 'Delivery Options' (docs/product.md, 4.4); a gift adds the recipient's fields. */
export function DeliveryOptions({ isGift, hasGift, gift }: DeliveryOptionsProps) {
  const labels = giftLabels();
  const choose = (value: string) => ({
    type: "radio",
    name: "delivery",
    value,
    defaultChecked: isGift === (value === "gift"),
  });
  return (
    <fieldset className="choices">
      <legend>{rich("product.delivery")}</legend>{" "}
      <label className="choice">
        <input {...choose("self")} /> <span>{rich("product.forMe")}</span>{" "}
      </label>
      <label className="choice">
        <input {...choose("gift")} disabled={!hasGift} />{" "}
        <span>
          {rich("product.asGift")} {!hasGift && <small>{rich("product.noGifts")}</small>}
        </span>
      </label>
      {hasGift && !gift && <p className="muted small">{rich("product.noGiftsText")}</p>}
      {gift && (
        <div className="gift-fields">
          <p className="muted small">{rich(gift.phone ? "product.giftPhoneText" : "product.giftText")}</p>
          <Field label={labels.gift_name} autoComplete="off" {...gift.name} />
          {gift.phone && (
            <Field
              label={labels.gift_phone}
              hint={rich("product.giftPhoneHint")}
              inputMode="tel"
              autoComplete="off"
              {...gift.phone}
            />
          )}
          <Field label={labels.gift_email} inputMode="email" autoComplete="off" {...gift.email} />
          <TextArea
            label={labels.gift_message}
            hint={rich("product.atMost", { count: GIFT_MESSAGE_MAX_CHARACTERS })}
            {...gift.message}
            rows={3}
          />
          <Field label={labels.gift_date} hint={rich("product.giftDateHint")} {...gift.date} type="date" />
        </div>
      )}
    </fieldset>
  );
}
