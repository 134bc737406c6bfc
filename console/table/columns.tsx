import { DateTime } from "#app/ui/date.tsx";

import type { Column } from "./data-table.tsx";

/** A column of texts, by which a complete list can be sorted. @param sort its name in the URL */
export const textColumn = <Key extends string>(label: string, sort: string, key: Key): Column<Record<Key, string>> => ({
  label,
  sort,
  by: (row) => row[key],
  cell: (row) => row[key],
});

/** A column of times (ms), by which a complete list can be sorted. @param none the text for a missing time */
export const timeColumn = <Key extends string>(
  label: string,
  sort: string,
  key: Key,
  none = "–",
): Column<Record<Key, number | null>> => ({
  label,
  sort,
  by: (row) => row[key],
  cell({ [key]: at }) {
    return at === null ? none : <DateTime at={at} />;
  },
});
