import { type ReactNode, useState } from "react";

/**
 * Children that only the server renders, so that a browser gets them as markup and not as code: a page that hydrates
 * leaves them as they came. Write them as `{import.meta.env.SSR && <Children />}`, which takes them out of the browser's
 * build. Without a box of its own; `id` is how it is found again when a page that crashed is built anew around it.
 */
export function ServerMarkup({ id, children }: { id: string; children: ReactNode }) {
  const [kept] = useState(() =>
    import.meta.env.SSR ? null : { __html: document.getElementById(id)?.innerHTML ?? "" },
  );
  return kept ? (
    <div className="server-markup" id={id} dangerouslySetInnerHTML={kept} />
  ) : (
    <div className="server-markup" id={id}>
      {children}
    </div>
  );
}
