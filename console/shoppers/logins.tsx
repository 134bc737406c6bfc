import { DateTime } from "#app/ui/date.tsx";

import { DataTable } from "../table/data-table.tsx";
import type { ShopperResponse } from "./shopper-responses.ts";

/** A shopper's sessions and known devices. */
export const Logins = ({ sessions, devices }: Pick<ShopperResponse, "sessions" | "devices">) => (
  <>
    <section aria-labelledby="sessions-title">
      <h2 id="sessions-title">Sessions</h2>
      <DataTable
        caption="Sessions"
        rows={sessions}
        keyOf={({ id }) => id}
        empty="None: the shopper is signed out everywhere."
        columns={[
          { label: "Browser", cell: ({ client }) => client || "Unknown browser" },
          { label: "Signed in", cell: ({ created_at }) => <DateTime at={created_at} /> },
          { label: "Last used", cell: ({ last_used_at }) => <DateTime at={last_used_at} /> },
        ]}
      />
    </section>
    <section aria-labelledby="devices-title">
      <h2 id="devices-title">Known devices</h2>
      <DataTable
        caption="Known devices"
        rows={devices}
        keyOf={({ client, created_at }) => `${created_at} ${client}`}
        empty="None. A browser is known once somebody has logged in with it."
        columns={[
          { label: "Browser", cell: ({ client }) => client || "Unknown browser" },
          { label: "First seen", cell: ({ created_at }) => <DateTime at={created_at} /> },
          { label: "Last seen", cell: ({ last_seen_at }) => (last_seen_at ? <DateTime at={last_seen_at} /> : "never") },
          { label: "Confirmed", cell: ({ confirmed_at }) => (confirmed_at ? <DateTime at={confirmed_at} /> : "no") },
        ]}
      />
    </section>
  </>
);

/** The staff's actions on this shopper. */
export const Trail = ({ acts }: Pick<ShopperResponse, "acts">) => (
  <section aria-labelledby="trail-title">
    <h2 id="trail-title">What the staff did</h2>
    <DataTable
      caption="Actions of the staff"
      rows={acts}
      keyOf={({ number }) => String(number)}
      empty="Nothing. Each act on this page is a line here."
      columns={[
        { label: "Time", cell: ({ at }) => <DateTime at={at} /> },
        { label: "Action", cell: ({ act }) => act },
        { label: "Who", cell: ({ actor }) => actor },
        { label: "Reason", cell: ({ reason }) => reason ?? "" },
      ]}
    />
  </section>
);
