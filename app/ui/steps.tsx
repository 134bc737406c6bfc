import Check from "lucide/dist/esm/icons/check.mjs";

import { rich } from "#app/texts/rich.ts";

import { t } from "../../config/language/t.ts";
import { Icon } from "./icon.tsx";

const STEPS = ["cart", "pay", "vouchers"] as const;
export type StepName = (typeof STEPS)[number];

/** CSS writes the numbers: text browsers number the list themselves. */
export function Steps({ current }: { current: StepName }) {
  const at = STEPS.indexOf(current);
  return (
    <ol className="steps" aria-label={t("frame.steps")}>
      {STEPS.map((step, index) => (
        <li key={step} aria-current={index === at ? "step" : undefined} className={index < at ? "done" : undefined}>
          <span className="step-mark" aria-hidden="true">
            {index < at && <Icon of={Check} size={14} />}
          </span>{" "}
          {rich(`frame.step-${step}`)}
          {index < at && <span className="sr"> {rich("frame.stepDone")}</span>}
        </li>
      ))}
    </ol>
  );
}
