import Check from "lucide/dist/esm/icons/check.mjs";
import Copy from "lucide/dist/esm/icons/copy.mjs";

import { rich } from "#app/texts/rich.ts";

import { t } from "../../config/language/t.ts";
import { ElementSlot } from "./element-slot.tsx";
import { Icon } from "./icon.tsx";

/** Copies `value` and confirms it for 2 s (app/elements/copy-button.ts); hidden without JavaScript. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  return (
    <copy-button value={value} data-copied={t("ui.copied")} data-refused={t("ui.copyRefused")}>
      <button type="button" className="button outline scripted">
        <span className="idle">
          <Icon of={Copy} size={16} />
        </span>
        <span className="done">
          <Icon of={Check} size={16} />
        </span>
        <span className="sr">{rich("ui.copy", { label })}</span>
      </button>
      <ElementSlot className="sr" role="status" />
    </copy-button>
  );
}
