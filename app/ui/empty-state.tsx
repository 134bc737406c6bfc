import type { ReactNode } from "react";

import { marked } from "#app/texts/rich.ts";

import { ButtonLink } from "./button.tsx";
import { Drawing } from "./illustration.tsx";

type EmptyStateProps = {
  /** A drawing from illustration.tsx. */
  drawing: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  action?: { href: string; label: ReactNode };
  /** Makes the title the page's h1. */
  isPage?: boolean;
  /** It is in place of content that did not load. */
  isNotLoaded?: boolean;
  /** Shown over good news. */
  confetti?: ReactNode;
  children?: ReactNode;
};

export function EmptyState({ drawing, title, text, action, isPage, isNotLoaded, confetti, children }: EmptyStateProps) {
  const Heading = isPage ? "h1" : "h2";
  return (
    <section className={isNotLoaded ? "empty not-loaded" : confetti ? "empty paid" : "empty"}>
      {confetti}
      <Drawing of={drawing} />
      <Heading>{marked(title)}</Heading>
      {text && <p className="muted">{marked(text)}</p>}
      {action && <ButtonLink href={action.href}>{marked(action.label)}</ButtonLink>}
      {children}
    </section>
  );
}
