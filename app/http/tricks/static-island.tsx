import { type ReactNode, useState } from "react";

import { EMPTY_MARKUP } from "./empty-markup.ts";

/**
 * Children that only the server renders; hydration leaves them alone. `{import.meta.env.SSR && <Children />}` drops them from the
 * browser's build. If React renders a crashed page again, the old nodes move into the new element. The policy lets no script
 * create HTML.
 */
export function StaticIsland({ id, children }: { id: string; children: ReactNode }) {
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
