import CircleAlert from "lucide/dist/esm/icons/circle-alert.mjs";
import CircleCheck from "lucide/dist/esm/icons/circle-check.mjs";
import Info from "lucide/dist/esm/icons/info.mjs";
import X from "lucide/dist/esm/icons/x.mjs";
import type { ReactNode } from "react";

import { STORE_TOAST_MS } from "#app/base/constants.ts";
import { marked, rich } from "#app/texts/rich.ts";

import { t } from "../../config/language/t.ts";
import { ElementSlot } from "./element-slot.tsx";
import { Icon } from "./icon.tsx";

export type NoticeTone = "success" | "error" | "info";
export type Notice = {
  tone: NoticeTone;
  text: string;
  link?: { href: string; label: string };
  /** Something that the whole page needs did not load. */
  isProblem?: boolean;
};

const ICONS = { success: CircleCheck, error: CircleAlert, info: Info };

/** Turns a session's flash into a notice (see Session.flash). */
export const toNotice = ({ kind, ...words }: Omit<Notice, "tone"> & { kind: NoticeTone }): Notice => ({
  tone: kind,
  ...words,
});

/** Adds a problem, unless there is one already: an outage makes several calls fail. */
export const withProblem = (notices: Notice[], problem: string | null): Notice[] =>
  problem && !notices.some(({ isProblem }) => isProblem)
    ? [...notices, { tone: "error", text: problem, isProblem: true }]
    : notices;

type AlertProps = {
  tone?: NoticeTone;
  id?: string;
  /** Receives the focus in a new document. */ isFocused?: boolean;
  children?: ReactNode;
};

/** A message beside its subject. Errors interrupt a screen reader, other messages wait. */
export function Alert({ tone = "error", id, isFocused, children }: AlertProps) {
  const focus = isFocused ? { tabIndex: -1, autoFocus: true } : {};
  return (
    <div className={`notice ${tone}`} id={id} role={tone === "error" ? "alert" : "status"} {...focus}>
      <Icon of={ICONS[tone]} className="icon-20" />
      <div>{marked(children)}</div>
    </div>
  );
}

/** In place of a part that did not load: the reason, the safety of orders and money, and a link that loads the page again. */
export const NotLoaded = ({ children }: { children: ReactNode }) => (
  <div className="notice error not-loaded">
    <Icon of={CircleAlert} className="icon-20" />
    <div>
      <div role="alert">{marked(children)}</div>
      <p>
        {/* eslint-disable-next-line jsx-a11y-x/anchor-is-valid -- an empty address is that of this page */}
        {rich("ui.notLoaded")} <a href="">{rich("ui.tryAgain")}</a>
      </p>
    </div>
  </div>
);

/**
 * The page's messages: inline without JavaScript, else toasts for `durationMs`. A message with a link stays in the page, and so
 * does a problem. A problem is hidden beside content that did not load. `showToast` (app/elements/toast.ts) fills the second,
 * empty list.
 */
export function Notices({ notices = [], durationMs = STORE_TOAST_MS }: { notices?: Notice[]; durationMs?: number }) {
  return (
    <div id="messages">
      {notices.map(({ tone, text, link }) => link && <NextStep key={text} tone={tone} text={text} link={link} />)}
      {notices.map(
        ({ text, isProblem }) =>
          isProblem && (
            <div key={text} className="next-step page-problem">
              <NotLoaded>{text}</NotLoaded>
            </div>
          ),
      )}
      <ToastList notices={notices.filter(({ link, isProblem }) => !link && !isProblem)} durationMs={durationMs} />
    </div>
  );
}

type ToastListProps = { notices: Notice[]; durationMs?: number };

/** Messages inline without JavaScript, else toasts. */
export const ToastList = ({ notices, durationMs = STORE_TOAST_MS }: ToastListProps) => (
  <toast-list data-duration={durationMs}>
    {notices.map(({ tone, text }, index) => (
      <Alert key={index} tone={tone}>
        {marked(text)}
        <button type="button" className="dismiss scripted" aria-label={t("ui.dismiss")}>
          <Icon of={X} size={16} />
        </button>
      </Alert>
    ))}
    <ElementSlot className="toasts" role="status" />
  </toast-list>
);

const NextStep = ({ tone, text, link }: Required<Omit<Notice, "isProblem">>) => (
  <div className="next-step">
    <Alert tone={tone}>
      {marked(text)} <a href={link.href}>{marked(link.label)}</a>
    </Alert>
  </div>
);

type ToastProps = {
  tone?: NoticeTone;
  text: string;
  durationMs?: number;
  /** Repeats a message of the page, so screen readers and pages without JavaScript skip it. */
  isEcho?: boolean;
};

/** An error as a toast (docs/product.md, 3.4). */
export function Toast({ tone = "error", text, durationMs = STORE_TOAST_MS, isEcho = true }: ToastProps) {
  return (
    <toast-list className={isEcho ? "echo" : undefined} aria-hidden={isEcho || undefined} data-duration={durationMs}>
      <Alert tone={tone}>{text}</Alert>
    </toast-list>
  );
}
