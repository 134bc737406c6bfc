import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date.tsx";

import { textColumn, timeColumn } from "../table/columns.tsx";
import { DataTable } from "../table/data-table.tsx";
import type { Key } from "./answers.ts";

/** The keys of the operator's API, also those that have ended. */
export const Keys = ({ keys, mayEdit, now }: { keys: Key[]; mayEdit: boolean; now: number }) => (
  <DataTable
    caption="Keys"
    rows={keys}
    keyOf={({ id }) => id}
    sortIn="keys"
    empty="None. A key lets a system of yours read orders, products and reports, or add stock."
    columns={[
      textColumn("Name", "name", "name"),
      { label: "It may", cell: ({ scopes }) => scopes.join(", ") },
      timeColumn("Last used", "used", "used_at", "never"),
      { label: "State", cell: (key) => <State of={key} now={now} /> },
      {
        label: "Act",
        cell: ({ id, name, revoked_at }) =>
          mayEdit &&
          revoked_at === null && (
            <form method="post">
              <input type="hidden" name="act" value="revoke-key" />
              <input type="hidden" name="key" value={id} />
              <Button look="danger" busyLabel="Revoking..." aria-label={`Revoke ${name}`}>
                Revoke
              </Button>
            </form>
          ),
      },
    ]}
  />
);

function State({ of: { revoked_at, expires_at }, now }: { of: Key; now: number }) {
  if (revoked_at !== null) return "revoked";
  if (expires_at === null) return "valid";
  return (
    <>
      {expires_at <= now ? "ended" : "valid until"} <DateTime at={expires_at} />
    </>
  );
}
