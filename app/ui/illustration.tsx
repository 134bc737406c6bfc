import type { ReactNode } from "react";

/*
 * Line drawings, 120 px, in the brand's tint; class "soft" is the fill behind the lines. Separate exports, so that
 * browsers load only those of hydrated pages.
 */

export const CARD = (
  <>
    <rect className="soft" x="26" y="40" width="76" height="48" rx="8" />
    <rect x="18" y="32" width="76" height="48" rx="8" />
    <path d="M18 50h76M56 32v48M56 50c-6-16-22-14-20-6 1 6 14 6 20 6zm0 0c6-16 22-14 20-6-1 6-14 6-20 6z" />
  </>
);

export const CART = (
  <>
    <path className="soft" d="M36 46h62l-8 34H44z" />
    <path d="M16 28h12l12 52h46l9-36H33" />
    <circle cx="48" cy="94" r="6" />
    <circle cx="80" cy="94" r="6" />
  </>
);

export const CLOCK = (
  <>
    <circle className="soft" cx="66" cy="66" r="38" />
    <circle cx="60" cy="60" r="38" />
    <path d="M60 36v24l16 12M60 14V8m-34 24-5-4m73 4 5-4" />
  </>
);

export const LOST = (
  <>
    <circle className="soft" cx="66" cy="66" r="40" />
    <circle cx="60" cy="60" r="40" />
    <path d="m74 46-9 20-19 8 8-19zM60 14v8m0 76v8M14 60h8m76 0h8" />
  </>
);

export const BROKEN = (
  <>
    <path className="soft" d="M28 38h76v52H28z" />
    <path d="M20 30h38l-8 16 12 14-10 22H20zm48 0h32v52H64l8-22-12-14z" />
    <path d="M32 66h8m40 0h8" />
  </>
);

export const TICKET = (
  <>
    <path className="soft" d="M24 44h80v44H24z" />
    <path d="M16 36h80v14a8 8 0 0 0 0 16v14H16V66a8 8 0 0 0 0-16z" />
    <path d="M66 36v8m0 8v8m0 8v12" />
  </>
);

export const TICK = (
  <>
    <circle className="soft" cx="66" cy="66" r="40" />
    <circle cx="60" cy="60" r="40" />
    <path className="draw" pathLength="1" d="m42 61 13 13 25-28" strokeWidth="5" />
  </>
);

/** Renders one of the drawings above, e.g. CARD. */
export function Drawing({ of: shapes }: { of: ReactNode }) {
  return (
    <svg className="drawing" viewBox="0 0 120 120" width="120" height="120" aria-hidden="true">
      {shapes}
    </svg>
  );
}
