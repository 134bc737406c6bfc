import type { ReactNode } from "react";
import { ButtonLink } from "./button.tsx";
import { Confetti } from "./confetti.tsx";
import { Drawing, type DrawingName } from "./drawing.tsx";

type EmptyStateProps = {
  drawing: DrawingName;
  title: string;
  text?: ReactNode;
  /** The one thing to do from here. */
  action?: { href: string; label: string };
  /** The page's own heading, where the state is the whole page. */
  isPage?: boolean;
  children?: ReactNode;
};

/** Where there is nothing to show: a drawing, a sentence, one action. */
export function EmptyState({ drawing, title, text, action, isPage, children }: EmptyStateProps) {
  const Heading = isPage ? "h1" : "h2";
  return (
    <section className={drawing === "tick" ? "empty paid" : "empty"}>
      {drawing === "tick" && <Confetti />}
      <Drawing name={drawing} />
      <Heading>{title}</Heading>
      {text && <p className="muted">{text}</p>}
      {action && <ButtonLink href={action.href}>{action.label}</ButtonLink>}
      {children}
    </section>
  );
}
