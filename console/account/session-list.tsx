import { z } from "zod";

import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date.tsx";

import { timeColumn } from "../table/columns.tsx";
import { DataTable } from "../table/data-table.tsx";

export const SessionsSchema = z.array(
  z.object({
    id: z.string(),
    client: z.string(),
    created_at: z.number(),
    used_at: z.number(),
    is_current: z.boolean(),
  }),
);

/** A member's sessions, each with a button that ends it unless it is the current one. */
export const SessionList = ({ sessions }: { sessions: z.output<typeof SessionsSchema> }) => (
  <>
    <h2>Where you are signed in</h2>
    <DataTable
      caption="Sessions"
      rows={sessions}
      keyOf={({ id }) => id}
      empty="None."
      sortIn="sessions"
      columns={[
        { label: "Browser", cell: ({ client }) => client || "Unknown browser" },
        timeColumn("Signed in", "since", "created_at"),
        {
          label: "Last used",
          sort: "used",
          by: ({ used_at }) => used_at,
          cell: ({ used_at, is_current }) => (is_current ? "Now" : <DateTime at={used_at} />),
        },
        {
          label: "Action",
          cell: ({ id, client, is_current }) =>
            is_current ? (
              "This session"
            ) : (
              <form method="post">
                <input type="hidden" name="id" value={id} />
                <Button look="outline" busyLabel="Ending...">
                  End<span className="sr"> {client}</span>
                </Button>
              </form>
            ),
        },
      ]}
    />
  </>
);
