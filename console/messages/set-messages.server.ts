import { href, type RouterContextProvider } from "react-router";
import type { z } from "zod";

import type { Typed } from "../base/form.ts";
import { OutcomeSchema, saveSetup } from "../setup/save-setup.server.ts";
import { channelName, kindLabel, languageName, providerName } from "./labels.ts";
import type { Channel } from "./message-responses.ts";

export type SavedMessages = z.output<typeof OutcomeSchema>;

const messagesOf = (brand: string) => href("/brands/:brand/brand/messages", { brand });

/** Tries, sets or removes the provider of a channel. */
export const setChannel = (request: Request, context: Readonly<RouterContextProvider>, brand: string) =>
  saveSetup(request, context, {
    path: `brands/${brand}/brand/messages/channel`,
    schema: OutcomeSchema,
    toBody: ({ channel, ...settings }) => ({ channel, settings }),
    tell: (number, { channel, provider = "" }, act) => ({
      text: `Saved as version ${number}: ${channelName(channel as Channel)} ${act === "remove" ? "has no provider now" : `goes by ${providerName(provider)}`}. The shop uses it within a second.`,
      to: messagesOf(brand),
    }),
  });

/** Sets or removes a template. */
export const setTemplate = (request: Request, context: Readonly<RouterContextProvider>, brand: string) =>
  saveSetup(request, context, {
    path: `brands/${brand}/brand/messages/template`,
    schema: OutcomeSchema,
    toBody: (typed) => typed,
    tell: (number, typed, act) => ({
      text: `Saved as version ${number}: the template ${describe(typed)} is ${act === "remove" ? "removed" : "set"}. The shop uses it within a second.`,
      to: messagesOf(brand),
    }),
  });

const describe = ({ kind = "", channel, language = "" }: Typed) =>
  `"${kindLabel(kind)}" by ${channelName(channel as Channel)} in ${languageName(language)}`;
