import { href } from "react-router";

import { DateTime } from "#app/ui/date.tsx";

import { DataTable } from "../table/data-table.tsx";
import { channelName, providerName } from "./labels.ts";
import type { ChannelSetup, MessageSetup } from "./message-responses.ts";

type ChannelTableProps = { setup: MessageSetup; brand: string };

/** The channels with their providers. Each leads to its settings. */
export const ChannelTable = ({ setup: { channels }, brand }: ChannelTableProps) => (
  <DataTable
    caption="Channels"
    rows={channels}
    keyOf={({ channel }) => channel}
    empty="None."
    columns={[
      {
        label: "Channel",
        cell: ({ channel }) => (
          <a href={`${href("/brands/:brand/brand/message-channel", { brand })}?channel=${channel}`}>
            {channelName(channel)}
          </a>
        ),
      },
      { label: "Provider", cell: describeProvider },
      { label: "Secrets", cell: describeSecrets },
      {
        label: "Last report",
        cell: ({ last_receipt_at: at }) => (at === null ? "None in 30 days" : <DateTime at={at} />),
      },
    ]}
  />
);

function describeProvider({ provider, uses_outbox: usesOutbox }: ChannelSetup): string {
  if (provider !== null) return providerName(provider);
  return usesOutbox ? providerName("outbox") : "None: nothing is sent";
}

function describeSecrets({ secrets }: ChannelSetup): string {
  if (secrets.length === 0) return "–";
  const missing = secrets.filter(({ problem }) => problem !== null).length;
  return missing === 0 ? "Present" : `${missing} of ${secrets.length} missing`;
}

/** The addresses for reports that somebody enters at the providers. */
export function Receipts({ channels }: { channels: ChannelSetup[] }) {
  const left = channels.filter(({ receipts }) => receipts !== null);
  if (left.length === 0) return null;
  return (
    <>
      <h3>Left to do at the providers</h3>
      <ul>
        {left.map(({ channel, provider, receipts }) => (
          <li key={channel}>
            Enter this address for reports at {providerName(provider!)}:{" "}
            <code className="address">{receipts!.url}</code>{" "}
            {receipts!.as === "key" ? "Replace KEY by the value of " : "Its verify token is the value of "}
            <code>{receipts!.secret}</code>.
          </li>
        ))}
      </ul>
    </>
  );
}
