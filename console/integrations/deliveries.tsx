import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date.tsx";

import { DataTable } from "../table/data-table.tsx";
import type { Delivery } from "./responses.ts";

/** The events of an endpoint, with its answers. */
export const Deliveries = ({ deliveries, mayEdit }: { deliveries: Delivery[]; mayEdit: boolean }) => (
  <DataTable
    caption="Events"
    rows={deliveries}
    keyOf={({ id }) => id}
    empty="None within the last 30 days. Send a test to see whether it arrives."
    columns={[
      { label: "Event", cell: ({ type }) => type },
      { label: "Order", cell: ({ order_number }) => order_number ?? "none" },
      { label: "Happened", cell: ({ created_at }) => <DateTime at={created_at} /> },
      { label: "State", cell: (delivery) => <State of={delivery} /> },
      { label: "Last answer", cell: (delivery) => <Answer of={delivery} /> },
      { label: "Tries", isNumber: true, cell: ({ tries }) => tries },
      {
        label: "Action",
        cell: ({ id, type, state }) =>
          mayEdit &&
          state !== "waiting" && (
            <form method="post">
              <input type="hidden" name="act" value="replay" />
              <input type="hidden" name="delivery" value={id} />
              <Button look="outline" busyLabel="Sending..." aria-label={`Send ${type} again`}>
                Send again
              </Button>
            </form>
          ),
      },
    ]}
  />
);

function State({ of: { state, next_try_at } }: { of: Delivery }) {
  if (state !== "waiting") return state;
  if (next_try_at === null) return "waits until the endpoint goes on";
  return (
    <>
      next try <DateTime at={next_try_at} />
    </>
  );
}

function Answer({ of: { status, answer, took_ms, tried_at } }: { of: Delivery }) {
  if (tried_at === null) return "none yet";
  return (
    <>
      {status !== null && `${status} after ${took_ms} ms`} {answer && <code className="answer">{answer}</code>}
    </>
  );
}
