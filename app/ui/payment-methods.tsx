import type { ComponentProps } from "react";

export type PaymentMethodId = "phonepe" | "paytm" | "gpay" | "other";

/** The four ways to pay by their names, in the order in which they stand. */
export const PAYMENT_METHOD_NAMES: Record<PaymentMethodId, string> = {
  phonepe: "PhonePe",
  paytm: "Paytm",
  gpay: "Google Pay",
  other: "Other UPI app",
};

type PaymentMethodsProps = {
  /** The methods that have a link; the others are disabled. */
  available: PaymentMethodId[];
  selected?: PaymentMethodId;
  onChange?: ComponentProps<"input">["onChange"];
};

/** The payment methods as radio cards named `method`, with neutral marks. */
export function PaymentMethods({ available, selected, onChange }: PaymentMethodsProps) {
  return (
    <fieldset className="methods">
      <legend>Choose how to pay</legend>
      {Object.entries(PAYMENT_METHOD_NAMES).map(([id, name], index) => {
        const isAvailable = available.includes(id as PaymentMethodId);
        return (
          <label key={id} className="choice">
            <input
              type="radio"
              name="method"
              value={id}
              defaultChecked={selected === id}
              disabled={!isAvailable}
              onChange={onChange}
            />
            <MethodMark index={index} />
            <span>
              {name}
              {!isAvailable && <small>Not available</small>}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

const MARKS = [
  "M8 24V8l8 10 8-10v16",
  "M8 12h16M8 20h16M16 8v16",
  "M24 11a9 9 0 1 0 1 6h-8",
  "M9 16h.01M16 16h.01M23 16h.01",
];

function MethodMark({ index }: { index: number }) {
  return (
    <svg className="method-mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <rect x="1" y="1" width="30" height="30" rx="9" />
      <path d={MARKS[index]} />
    </svg>
  );
}
