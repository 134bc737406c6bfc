import Check from "lucide/dist/esm/icons/check.mjs";

import { Icon } from "./icon.tsx";

const STEPS = ["Cart", "Pay", "Vouchers"] as const;
export type StepName = (typeof STEPS)[number];

/** CSS writes the numbers: text browsers number the list themselves. */
export function Steps({ current }: { current: StepName }) {
  const at = STEPS.indexOf(current);
  return (
    <ol className="steps" aria-label="Steps of your purchase">
      {STEPS.map((step, index) => (
        <li key={step} aria-current={index === at ? "step" : undefined} className={index < at ? "done" : undefined}>
          <span className="step-mark" aria-hidden="true">
            {index < at && <Icon of={Check} size={14} />}
          </span>{" "}
          {step}
          {index < at && <span className="sr"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}
