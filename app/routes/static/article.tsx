import type { ReactNode } from "react";

import { marked, rich } from "#app/texts/rich.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { formatDay } from "#app/ui/date.tsx";
import { languageOf } from "#app/ui/frame/language.ts";

import { t } from "../../../config/language/t.ts";

export type Section = {
  title: string;
  /** The fragment of its link, the same in every language. Default: made from the title. */
  name?: string;
  content: ReactNode;
};

export type ArticleProps = {
  title: string;
  lead?: ReactNode;
  /** ISO date of the last change. */
  updated?: string;
  intro?: ReactNode;
  sections: Section[];
  /** The brand wrote it, maybe in another language than the page. */
  isWritten?: true;
};

export function Article({ title, lead, updated, intro, sections, isWritten }: ArticleProps) {
  const languageBy = isWritten ? languageOf : () => undefined;
  const ids = anchors(sections.map(({ name, title }) => name ?? title));
  return (
    <article className="article">
      <header>
        <h1 lang={languageBy(title)}>{marked(title)}</h1>
        {lead && (
          <p className="lead" lang={languageBy(title)}>
            {lead}
          </p>
        )}
        {updated && (
          <p className="muted small">
            {rich("static.lastUpdated", { date: () => <time dateTime={updated}>{formatDay(updated)}</time> })}
          </p>
        )}
      </header>
      {sections.length > 0 && (
        <nav className="toc no-print" aria-label={t("static.onThisPage")}>
          <ol>
            {sections.map((section, index) => (
              <li key={ids[index]}>
                <a href={`#${ids[index]}`}>{marked(section.title)}</a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className="prose">
        {intro && <section lang={languageBy(title)}>{intro}</section>}
        {sections.map((section, index) => (
          <section key={ids[index]} id={ids[index]} lang={languageBy(section.title)}>
            <h2>{marked(section.title)}</h2>
            {section.content}
          </section>
        ))}
        <p className="no-print">
          <ButtonLink href="/contact-us" look="outline">
            {rich("frame.contactUs")}
          </ButtonLink>
        </p>
      </div>
    </article>
  );
}

/** Unique ids for section links, in any script: "Your Rights" becomes `your-rights`. */
function anchors(names: string[]) {
  const slugs = names.map((name) =>
    name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-")
      .replaceAll(/^-|-$/g, ""),
  );
  return slugs.map((slug, index) => {
    const before = slugs.slice(0, index).filter((other) => other === slug).length;
    return before === 0 ? slug || "section" : `${slug || "section"}-${before + 1}`;
  });
}
