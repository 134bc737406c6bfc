import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { ElementSlot } from "./element-slot.tsx";

/** Copies `value` and says so for 2 s (app/elements/copy-button.ts); absent without JavaScript. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  return (
    <copy-button value={value}>
      <button type="button" className="button outline scripted">
        <span className="idle">
          <Copy aria-hidden="true" size={16} />
        </span>
        <span className="done">
          <Check aria-hidden="true" size={16} />
        </span>
        <span className="copy-label">
          Copy<span className="sr"> {label}</span>
        </span>
      </button>
      <ElementSlot className="sr" role="status" />
    </copy-button>
  );
}
