import type { ReactNode } from "react";
import { ButtonLink } from "./button.tsx";
import { formatDate } from "./date.tsx";

export type Section = { title: string; content: ReactNode };

type ArticleProps = {
  title: string;
  lead: ReactNode;
  /** When the text last changed: an ISO day. */
  updated?: string;
  sections: Section[];
};

/** A page to read: a narrow column, its contents at the top or beside it, the way to us at the end. */
export function Article({ title, lead, updated, sections }: ArticleProps) {
  return (
    <article className="article">
      <header>
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
        {updated && (
          <p className="muted small">
            Last updated <time dateTime={updated}>{formatDate(Date.parse(`${updated}T00:00:00+05:30`))}</time>
          </p>
        )}
      </header>
      <nav className="toc no-print" aria-label="On this page">
        <ol>
          {sections.map((section) => (
            <li key={section.title}>
              <a href={`#${slug(section.title)}`}>{section.title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="prose">
        {sections.map((section) => (
          <section key={section.title} id={slug(section.title)}>
            <h2>{section.title}</h2>
            {section.content}
          </section>
        ))}
        <p className="no-print">
          <ButtonLink href="/contact-us" look="outline">
            Contact Us
          </ButtonLink>
        </p>
      </div>
    </article>
  );
}

const slug = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
