import type { ReactNode } from "react";

import { rich } from "#app/texts/rich.ts";

export function Loading({ children }: { children: ReactNode }) {
  return (
    <p className="loading" role="status">
      {children}
    </p>
  );
}

/** Loading, with a fallback by CSS: if the part never arrives, a message appears after a while, without a script. */
export function LoadingPart({ children }: { children: ReactNode }) {
  return (
    <div className="loading">
      <p role="status">{children}</p>
      <p className="late">
        {/* eslint-disable-next-line jsx-a11y-x/anchor-is-valid -- an empty address is that of this page */}
        {rich("ui.crash")} <a href="">{rich("ui.reload")}</a>
      </p>
    </div>
  );
}
