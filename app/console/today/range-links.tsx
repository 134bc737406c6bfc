import { type RangeName, RANGES } from "./buckets.ts";

/** The choice of the time that a page is about, in its URL. */
export const RangeLinks = ({ current }: { current: RangeName }) => (
  <nav className="range-links" aria-label="Time">
    {(Object.keys(RANGES) as RangeName[]).map((name) => (
      <a key={name} href={`?range=${name}`} aria-current={name === current ? "true" : undefined}>
        {RANGES[name].label}
      </a>
    ))}
  </nav>
);
