import type { ReactNode } from "react";
import { ButtonLink } from "./button.tsx";
import { Drawing } from "./illustration.tsx";

type EmptyStateProps = {
  /** One of those in illustration.tsx. */
  drawing: ReactNode;
  title: string;
  text?: ReactNode;
  /** The one thing to do from here. */
  action?: { href: string; label: string };
  /** The page's own heading, where the state is the whole page. */
  isPage?: boolean;
  /** What falls over good news. */
  confetti?: ReactNode;
  children?: ReactNode;
};

/** Where there is nothing to show: a drawing, a sentence, one action. */
export function EmptyState({ drawing, title, text, action, isPage, confetti, children }: EmptyStateProps) {
  const Heading = isPage ? "h1" : "h2";
  return (
    <section className={confetti ? "empty paid" : "empty"}>
      {confetti}
      <Drawing of={drawing} />
      <Heading>{title}</Heading>
      {text && <p className="muted">{text}</p>}
      {action && <ButtonLink href={action.href}>{action.label}</ButtonLink>}
      {children}
    </section>
  );
}
