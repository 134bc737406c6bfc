import CircleAlert from "lucide/dist/esm/icons/circle-alert.mjs";
import { useEffect, useRef } from "react";
import { Icon } from "./icon.tsx";
import { Toast } from "./notice.tsx";

type FormProblemProps = {
  /** What is wrong with the form as a whole. */
  text?: string | null;
  /** Where the toast has words of its own; null: no toast. */
  toast?: string | null;
  /** The fields that are wrong, in their order; why stands beside each. */
  wrong?: { id: string; label: string }[];
  /** Something in it changes with every refusal, so that the focus comes back here. */
  answers: readonly unknown[];
  /** While the next answer is awaited; with it the toast comes again. */
  isBusy?: boolean;
};

/**
 * At the top of a form: what is wrong with the whole, and the way to each field that is. It has the focus when a refused
 * form comes back, by its attribute in a new document, by the effect in a page that stays. Forms render it always.
 */
export function FormProblem({ text, toast = null, wrong = [], answers, isBusy = false }: FormProblemProps) {
  const place = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) place.current?.focus();
    isFirst.current = false;
    // A text may come a moment after its answer.
  }, [...answers, text]);
  if (!text && wrong.length === 0) return null;
  const title = wrong.length === 1 ? "Please check this field:" : "Please check these fields:";
  return (
    <>
      <div
        ref={place}
        className="notice error"
        {...(text ? { role: "alert" } : { role: "group", "aria-label": title })}
        tabIndex={-1}
        autoFocus
      >
        <Icon of={CircleAlert} className="icon-20" />
        <div>
          {text && <p>{text}</p>}
          {wrong.length > 0 && (
            <>
              <p>{title}</p>
              <ul className="wrong-fields">
                {wrong.map(({ id, label }) => (
                  <li key={id}>
                    <a href={`#${id}`}>{label}</a>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      </div>
      {toast && !isBusy && <Toast text={toast} isEcho={toast === text} />}
    </>
  );
}
