import {
  type Channel,
  CHANNELS,
  MESSAGE_KINDS,
  type MessageKind,
  type Messages,
  type MessageTemplate,
} from "./messages.ts";

/** The place of a template in tenant.json. */
export type TemplatePlace = { kind: MessageKind; channel: Channel; language: string };

export const fieldOfTemplate = ({ kind, channel, language }: TemplatePlace) =>
  `messages.templates.${kind}.${channel}.${language}`;

/** All templates of a brand, by kind, channel and language. */
export const listTemplates = ({
  templates,
}: Pick<Messages, "templates">): (TemplatePlace & { template: MessageTemplate })[] =>
  MESSAGE_KINDS.flatMap((kind) =>
    CHANNELS.flatMap((channel) =>
      Object.entries(templates[kind]?.[channel] ?? {}).map(([language, template]) => ({
        kind,
        channel,
        language,
        template,
      })),
    ),
  );
