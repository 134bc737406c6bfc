import CircleAlert from "lucide/dist/esm/icons/circle-alert.mjs";
import { type ComponentProps, useEffect, useRef } from "react";

import { marked } from "#app/texts/rich.ts";

import { t } from "../../config/language/t.ts";
import { Icon } from "./icon.tsx";
import { Toast } from "./notice.tsx";

type FormProblemProps = {
  /** Error of the whole form. */
  text?: string | null;
  /** A separate text for the toast; null for no toast. */
  toast?: string | null;
  /** The wrong fields in their order. Each field shows its own error. */
  wrong?: { id: string; label: string }[];
  /** With React: values that change with every refusal, so that the focus moves here again. */
  answers?: readonly unknown[];
  /** Inside a <checked-form>, which lists wrong fields here before the form is sent. */
  isChecked?: boolean;
};

/**
 * The error summary at the top of a form. It links to each wrong field. After a refusal it gets the focus: by autofocus in a new
 * document, by the effect in a live one. Forms always render it.
 */
export function FormProblem({ text, toast = null, wrong = [], answers = [], isChecked }: FormProblemProps) {
  const place = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) place.current?.focus();
    isFirst.current = false;
    // The text may arrive after its answer.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a form has as many answers in each rendering
  }, [...answers, text]);
  if (!text && wrong.length === 0) return isChecked && <WrongFieldsTemplate />;
  const title = wrong.length === 1 ? t("ui.oneWrong") : t("ui.severalWrong");
  return (
    <>
      <ProblemBox ref={place} {...(text ? { role: "alert" } : { role: "group", "aria-label": title })} autoFocus>
        {text && <p>{marked(text)}</p>}
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

/** <checked-form> fills this template when it stops a form. */
const WrongFieldsTemplate = () => (
  <template>
    <ProblemBox role="group" data-one={t("ui.oneWrong")} data-several={t("ui.severalWrong")}>
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
