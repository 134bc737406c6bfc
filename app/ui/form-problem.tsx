import CircleAlert from "lucide/dist/esm/icons/circle-alert.mjs";
import { useEffect, useRef, type ComponentProps } from "react";
import { Icon } from "./icon.tsx";
import { Toast } from "./notice.tsx";

type FormProblemProps = {
  /** What is wrong with the form as a whole. */
  text?: string | null;
  /** Where the toast has words of its own; null: no toast. */
  toast?: string | null;
  /** The fields that are wrong, in their order; why stands beside each. */
  wrong?: { id: string; label: string }[];
  /** Where React runs: something in it changes with every refusal, so that the focus comes back here. */
  answers?: readonly unknown[];
  /** Stands in a <checked-form>, which lists wrong fields here before the server does. */
  isChecked?: boolean;
};

const ONE_WRONG = "Please check this field:";
const SEVERAL_WRONG = "Please check these fields:";

/**
 * At the top of a form: what is wrong with the whole, and the way to each field that is. It has the focus when a refused
 * form comes back, by its attribute in a new document, by the effect in a page that stays. Forms render it always.
 */
export function FormProblem({ text, toast = null, wrong = [], answers = [], isChecked }: FormProblemProps) {
  const place = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) place.current?.focus();
    isFirst.current = false;
    // A text may come a moment after its answer.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a form has as many answers in each rendering
  }, [...answers, text]);
  if (!text && wrong.length === 0) return isChecked && <WrongFieldsTemplate />;
  const title = wrong.length === 1 ? ONE_WRONG : SEVERAL_WRONG;
  return (
    <>
      <ProblemBox ref={place} {...(text ? { role: "alert" } : { role: "group", "aria-label": title })} autoFocus>
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
      </ProblemBox>
      {isChecked && <WrongFieldsTemplate />}
      {toast && <Toast text={toast} isEcho={toast === text} />}
    </>
  );
}

/** The box that <checked-form> fills and shows at the top of a form that it stops. */
const WrongFieldsTemplate = () => (
  <template>
    <ProblemBox role="group" data-one={ONE_WRONG} data-several={SEVERAL_WRONG}>
      <p></p>
      <ul className="wrong-fields"></ul>
    </ProblemBox>
  </template>
);

const ProblemBox = ({ children, ...box }: ComponentProps<"div">) => (
  <div className="notice error" data-problem="" tabIndex={-1} {...box}>
    <Icon of={CircleAlert} className="icon-20" />
    <div>{children}</div>
  </div>
);
