import { DateTime } from "#app/ui/date.tsx";
import { Money } from "#app/ui/money.tsx";

import { DataTable } from "../table/data-table.tsx";
import { channelName, describeState, faultLabel, kindLabel, stateLabel } from "./labels.ts";
import type { Failure, MessageSetup, PhoneMessage } from "./message-responses.ts";

const HUNDREDTHS = 100;

/** Today's messages by channel and state, with their cost, and those that no channel has taken. */
export function Today({ today: { states, sendings } }: Pick<MessageSetup, "today">) {
  const open = states.filter(({ state }) => ["waiting", "failed", "dropped"].includes(state));
  return (
    <>
      <h2>Today</h2>
      <DataTable
        caption="Today by channel"
        rows={sendings}
        keyOf={({ channel, state }) => `${channel} ${state}`}
        empty="No messages yet today."
        columns={[
          { label: "Channel", cell: ({ channel }) => channelName(channel) },
          { label: "State", cell: ({ state }) => stateLabel(state) },
          { label: "Messages", isNumber: true, cell: ({ messages }) => messages },
          { label: "Cost", isNumber: true, cell: ({ cost }) => <Money paise={Math.round(cost / HUNDREDTHS)} /> },
        ]}
      />
      {open.length > 0 && (
        <p>
          Of today&apos;s messages:{" "}
          {open.map(({ state, messages }) => `${messages} ${stateLabel(state).toLowerCase()}`).join(", ")}.
        </p>
      )}
    </>
  );
}

/** The failures of the last seven days by reason. */
export const Failures = ({ failures }: { failures: Failure[] }) => (
  <>
    <h2>Failures of seven days</h2>
    <DataTable
      caption="Failures by reason"
      rows={failures}
      keyOf={({ channel, fault, reason }) => `${channel} ${fault} ${reason}`}
      empty="None."
      columns={[
        { label: "Reason", cell: ({ reason }) => reason ?? "No reason given" },
        { label: "Cause", cell: ({ fault }) => faultLabel(fault) },
        { label: "Channel", cell: ({ channel }) => channelName(channel) },
        { label: "Messages", isNumber: true, cell: ({ messages }) => messages },
        { label: "Last", cell: ({ last_at: at }) => <DateTime at={at} /> },
      ]}
    />
  </>
);

/** The newest messages. */
export const Newest = ({ messages }: { messages: PhoneMessage[] }) => (
  <>
    <h2>Newest messages</h2>
    <DataTable
      caption="Newest messages"
      rows={messages}
      keyOf={({ id }) => id}
      empty="None yet."
      columns={[
        { label: "To", cell: ({ phone }) => phone },
        { label: "Message", cell: ({ kind }) => kindLabel(kind) },
        { label: "Channel", cell: ({ channel }) => channelName(channel) },
        { label: "State", cell: describeState },
        { label: "Queued", cell: ({ created_at: at }) => <DateTime at={at} /> },
      ]}
    />
  </>
);
