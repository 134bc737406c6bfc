import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date.tsx";

import { ReasonField } from "../fields/reason-field.tsx";
import { textColumn, timeColumn } from "../table/columns.tsx";
import { DataTable } from "../table/data-table.tsx";
import type { Key } from "./responses.ts";
import type { Refused } from "./send-action.server.ts";

type KeysProps = { keys: Key[]; mayEdit: boolean; now: number; refused: Refused | null };

/** The keys for the operator API, including those that have ended. */
export const Keys = ({ keys, mayEdit, now, refused }: KeysProps) => (
  <DataTable
    caption="Keys"
    rows={keys}
    keyOf={({ id }) => id}
    sortIn="keys"
    empty="None. A key lets a system of yours read orders, products and reports, or add stock."
    columns={[
      textColumn("Name", "name", "name"),
      textColumn("Made by", "by", "created_by"),
      { label: "It may", cell: ({ scopes }) => scopes.join(", ") },
      timeColumn("Last used", "used", "used_at", "never"),
      { label: "State", cell: (key) => <State of={key} now={now} /> },
      {
        label: "Action",
        cell: (key) =>
          mayEdit &&
          key.revoked_at === null && (
            <>
              {key.rests && <TakeOver of={key} />}
              <Revoke of={key} refused={isRevoking(refused, key) ? refused! : undefined} />
            </>
          ),
      },
    ]}
  />
);

const isRevoking = (refused: Refused | null, { id }: Key) =>
  refused?.typed.act === "revoke-key" && refused.typed.key === id;

const TakeOver = ({ of: { id, name } }: { of: Key }) => (
  <form method="post">
    <input type="hidden" name="act" value="take-over-key" />
    <input type="hidden" name="key" value={id} />
    <Button look="outline" busyLabel="Taking over..." aria-label={`Take over ${name}`}>
      Take over
    </Button>
  </form>
);

const Revoke = ({ of: { id, name }, refused }: { of: Key; refused?: Refused }) => (
  <details className="act" open={refused !== undefined}>
    <summary>
      Revoke<span className="sr"> {name}</span>
    </summary>
    <form method="post" className="stack">
      <input type="hidden" name="act" value="revoke-key" />
      <input type="hidden" name="key" value={id} />
      <ReasonField id={`revoke-${id}`} value={refused?.typed.reason} error={refused?.fields.reason} />
      <Button look="danger" busyLabel="Revoking..." aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
    </form>
  </details>
);

function State({ of: { revoked_at, expires_at, rests, created_by }, now }: { of: Key; now: number }) {
  if (revoked_at !== null) return "revoked";
  if (rests) return `rests: ${created_by} may make no keys here any more`;
  if (expires_at === null) return "valid";
  return (
    <>
      {expires_at <= now ? "ended" : "valid until"} <DateTime at={expires_at} />
    </>
  );
}
