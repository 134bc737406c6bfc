import { href } from "react-router";

import { DataTable } from "../table/data-table.tsx";
import { channelName, kindLabel, languageName } from "./labels.ts";
import type { Channel, MessageSetup, Template } from "./message-responses.ts";

type Place = { kind: string; channel: Channel; language: string; template: Template | undefined };

type TemplateTableProps = { setup: MessageSetup; brand: string; canEdit: boolean };

/** The templates of each kind by channel and language, and those that are missing. */
export const TemplateTable = ({ setup, brand, canEdit }: TemplateTableProps) => (
  <DataTable
    caption="Templates"
    rows={placesOf(setup)}
    keyOf={(place) => keyOf(place)}
    empty="None. Choose the provider of a channel first."
    columns={[
      { label: "Message", cell: ({ kind }) => kindLabel(kind) },
      { label: "Channel", cell: ({ channel }) => channelName(channel) },
      { label: "Language", cell: ({ language }) => languageName(language) },
      { label: "Template", cell: ({ template }) => template?.id ?? "Missing" },
      { label: "Values", cell: ({ template }) => template?.values.join(", ") || "–" },
      { label: "Action", cell: (place) => (canEdit ? <EditLink place={place} brand={brand} /> : "–") },
    ]}
  />
);

const keyOf = ({ kind, channel, language }: Omit<Place, "template">) => `${kind} ${channel} ${language}`;

/** Every template, and an empty place for each language of the brand on each channel with a provider. */
function placesOf({ templates, kinds, channels, languages }: MessageSetup): Place[] {
  const wanted = kinds.flatMap(({ kind }) =>
    channels
      .filter(({ provider }) => provider !== null)
      .flatMap(({ channel }) => languages.map((language) => ({ kind, channel, language }))),
  );
  const places = new Map([...wanted, ...templates].map((place) => [keyOf(place), place]));
  return [...places.values()].map(({ kind, channel, language }) => ({
    kind,
    channel,
    language,
    template: templates.find((one) => keyOf(one) === keyOf({ kind, channel, language })),
  }));
}

function EditLink({ place: { template, ...place }, brand }: { place: Place; brand: string }) {
  const { kind, channel, language } = place;
  const query = new URLSearchParams({ kind, channel, language });
  return (
    <a href={`${href("/brands/:brand/brand/message-template", { brand })}?${query}`}>
      {template === undefined ? "Add" : "Change"}
      <span className="sr">
        {" "}
        {kindLabel(kind)}, {channelName(channel)}, {languageName(language)}
      </span>
    </a>
  );
}
