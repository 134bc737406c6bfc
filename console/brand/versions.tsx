import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date.tsx";

import { DataTable } from "../table/data-table.tsx";
import type { Version } from "./settings/brand-response.ts";
import { findField } from "./settings/sections.ts";

const FIELDS_SHOWN = 6;

type VersionsProps = { versions: Version[]; seen: string; canEdit: boolean };

/** The published versions with their authors, and buttons to restore them. */
export function Versions({ versions, seen, canEdit }: VersionsProps) {
  const newest = versions[0]?.number;
  return (
    <>
      <h2>Versions</h2>
      <DataTable
        caption="Versions"
        rows={versions}
        keyOf={({ number }) => String(number)}
        empty="None yet. Each time you publish, a version is kept here, and you can go back to it."
        columns={[
          { label: "Version", cell: ({ number }) => number },
          { label: "When", cell: ({ made_at }) => <DateTime at={made_at} /> },
          { label: "By", cell: ({ made_by }) => (made_by === "files" ? "Changed in the folder" : made_by) },
          { label: "Changed", cell: describeChange },
          {
            label: "Back",
            cell: ({ number }) => (canEdit && number !== newest ? <RollBack number={number} seen={seen} /> : "–"),
          },
        ]}
      />
    </>
  );
}

function describeChange({ changed, reason }: Version): string {
  const labels = [...new Set(changed.map((path) => findField(path).label))];
  const more = labels.length - FIELDS_SHOWN;
  const fields = [...labels.slice(0, FIELDS_SHOWN), ...(more > 0 ? [`${more} more`] : [])].join(", ");
  return reason === null ? fields : `Back to ${reason}: ${fields}`;
}

const RollBack = ({ number, seen }: { number: number; seen: string }) => (
  <form method="post">
    <input type="hidden" name="seen" value={seen} />
    <input type="hidden" name="number" value={number} />
    <Button look="outline" name="act" value="roll-back" busyLabel="Working...">
      Go back<span className="sr"> to version {number}</span>
    </Button>
  </form>
);
