import { type ReactNode, useState } from "react";
import { EMPTY_MARKUP } from "./empty-markup.ts";

/**
 * Children that only the server renders, so that a browser gets them as markup and not as code: a page that hydrates
 * leaves them as they came. Write them as `{import.meta.env.SSR && <Children />}`, which takes them out of the browser's
 * build. Without a box of its own; `id` is how it is found again when a page that crashed is built anew around it: its
 * nodes then move there, since the policy lets no script write HTML.
 */
export function ServerMarkup({ id, children }: { id: string; children: ReactNode }) {
  const [kept] = useState(() => (import.meta.env.SSR ? null : [...(document.getElementById(id)?.childNodes ?? [])]));
  if (!kept) {
    return (
      <div className="server-markup" id={id}>
        {children}
      </div>
    );
  }
  const fill = (place: HTMLElement | null) => {
    if (place && !place.hasChildNodes()) place.append(...kept);
  };
  return (
    <div className="server-markup" id={id} ref={fill} dangerouslySetInnerHTML={EMPTY_MARKUP} suppressHydrationWarning />
  );
}
