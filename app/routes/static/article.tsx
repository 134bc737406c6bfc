import type { ReactNode } from "react";

import { ButtonLink } from "#app/ui/button.tsx";
import { formatDate } from "#app/ui/date.tsx";
import { languageOf } from "#app/ui/frame/language.ts";

export type Section = { title: string; content: ReactNode };

export type ArticleProps = {
  title: string;
  lead?: ReactNode;
  /** ISO date of the last change. */
  updated?: string;
  intro?: ReactNode;
  sections: Section[];
};

export function Article({ title, lead, updated, intro, sections }: ArticleProps) {
  const ids = anchors(sections.map((section) => section.title));
  return (
    <article className="article">
      <header>
        <h1 lang={languageOf(title)}>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
        {updated && (
          <p className="muted small">
            Last updated <time dateTime={updated}>{formatDate(Date.parse(`${updated}T00:00:00+05:30`))}</time>
          </p>
        )}
      </header>
      {sections.length > 0 && (
        <nav className="toc no-print" aria-label="On this page">
          <ol>
            {sections.map((section, index) => (
              <li key={ids[index]}>
                <a href={`#${ids[index]}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className="prose">
        {intro && <section>{intro}</section>}
        {sections.map((section, index) => (
          <section key={ids[index]} id={ids[index]}>
            <h2 lang={languageOf(section.title)}>{section.title}</h2>
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

/** Unique ids for section links, in any script: "Your Rights" becomes `your-rights`. */
function anchors(titles: string[]) {
  const slugs = titles.map((title) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-")
      .replaceAll(/^-|-$/g, ""),
  );
  return slugs.map((slug, index) => {
    const before = slugs.slice(0, index).filter((other) => other === slug).length;
    return before === 0 ? slug || "section" : `${slug || "section"}-${before + 1}`;
  });
}
