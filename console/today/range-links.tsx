import { useLocation } from "react-router";

import { hrefWith } from "../table/list-url.ts";
import { type RangeName, RANGES } from "./buckets.ts";

/** The choice of a range, in the URL. The URL's other parameters stay. */
export function RangeLinks({ current }: { current: RangeName }) {
  const location = useLocation();
  return (
    <nav className="range-links" aria-label="Time">
      {(Object.keys(RANGES) as RangeName[]).map((name) => (
        <a key={name} href={hrefWith(location, { range: name })} aria-current={name === current ? "true" : undefined}>
          {RANGES[name].label}
        </a>
      ))}
    </nav>
  );
}
