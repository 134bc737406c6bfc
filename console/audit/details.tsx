import type { Entry } from "./audit-query.ts";

type DetailsProps = Pick<Entry, "number" | "before" | "after" | "reason" | "hash">;

/** The rest of an entry, folded. */
export const Details = ({ number, before, after, reason, hash }: DetailsProps) => (
  <>
    {reason}
    <details>
      <summary>Entry {number}</summary>
      {before && (
        <p>
          Before: <code>{before}</code>
        </p>
      )}
      {after && (
        <p>
          After: <code>{after}</code>
        </p>
      )}
      <p>
        Hash: <code>{hash}</code>
      </p>
    </details>
  </>
);
