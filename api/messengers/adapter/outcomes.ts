import type { z } from "zod";

import { MOST_VALUE_CHARACTERS } from "../../../config/brand/messages.ts";
import { MissingSecret } from "../../../config/brand/secrets.ts";
import { Unreachable } from "../../base/unreachable.ts";
import type { MessageFault } from "../../domain/messages/message-states.ts";
import type { Messenger, PhoneMessage, ReadCallback, Sending } from "../../ports/messenger.ts";
import { parseWireJson, type RemoteAnswer } from "../../remote/call-remote.ts";

export const accepted = (providerId: string | null): Sending => ({ state: "accepted", providerId });

export const refused = (fault: MessageFault, reason: string): Sending => ({ state: "refused", fault, reason });

const MOST_REASON_CHARACTERS = 200;

/** A provider's text for the operator, without digits that may be a phone number. Null for an empty one. */
export function maskReason(text: string | null | undefined): string | null {
  const masked = (text ?? "").replace(/\+?\d(?:[\s-]?\d){6,}/g, "…").trim();
  return masked === "" ? null : masked.slice(0, MOST_REASON_CHARACTERS);
}

/** Reads JSON by a schema; numbers are text (parseWireJson). Undefined for another shape, and for text that is not JSON. */
export function tryToRead<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | undefined {
  try {
    return schema.safeParse(parseWireJson("", text)).data;
  } catch (error) {
    if (error instanceof Unreachable) return undefined;
    throw error;
  }
}

/** An answer from which nobody can see whether the message was accepted. */
export const unclear = (name: string, { status }: RemoteAnswer) =>
  new Unreachable(`${name} answered ${status} in a form that it does not document`);

/** The refusal of a message whose values a provider of SMS would cut or block. Its reason names the value only. */
export function refuseLongValues({ values }: PhoneMessage): Sending | undefined {
  const long = values.find(({ text }) => text.length > MOST_VALUE_CHARACTERS);
  if (long === undefined) return undefined;
  return refused("configuration", `the value "${long.name}" has more than ${MOST_VALUE_CHARACTERS} characters`);
}

/** The ten digits of an Indian number such as "+919876543210", "919876543210" or "9876543210"; undefined for another one. */
export const readIndianNumber = (text: string): string | undefined => /^(?:\+?91)?(\d{10})$/.exec(text)?.[1];

/** Makes a missing secret a fault of the configuration, so that the operator reads its name. */
export function reportMissingSecrets(messenger: Messenger): Messenger {
  const orElse = <Value>(error: unknown, instead: (reason: string) => Value): Value => {
    if (error instanceof MissingSecret) return instead(error.message);
    throw error;
  };
  const { check } = messenger;
  return {
    ...messenger,
    send: (message) =>
      messenger.send(message).catch((error) => orElse(error, (reason) => refused("configuration", reason))),
    readCallback(callback): ReadCallback {
      try {
        return messenger.readCallback(callback);
      } catch (error) {
        return orElse(error, (reason) => ({ ok: false, reason }));
      }
    },
    ...(check && {
      check: () => check().catch((error) => orElse(error, (text) => [{ level: "error" as const, text }])),
    }),
  };
}
