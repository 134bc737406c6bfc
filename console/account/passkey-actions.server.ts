import { data, href, redirectDocument } from "react-router";
import { z } from "zod";

import type { CallError } from "#app/commerce/result.ts";
import type { Session } from "#app/session/session.server.ts";

import type { Typed } from "../base/form.ts";
import { explain } from "../base/responses.server.ts";
import type { StaffApi } from "../base/staff-api.server.ts";

/** The result of a form on the account page. */
export type Outcome = {
  problem?: string;
  /** The form needs a code. */
  confirm?: { typed: Typed; problem: string };
  /** New recovery codes. */
  codes?: string[];
  /** A passkey for the browser to make: its name, and the options as JSON. */
  creation?: { name: string; options: string };
};

/** The answer to a form that the API refused. */
export function refuse(error: CallError, typed: Typed) {
  const { text, fields } = explain(error);
  const outcome: Outcome = fields.code === undefined ? { problem: text } : { confirm: { typed, problem: fields.code } };
  return data(outcome, fields.code === undefined ? 400 : 403);
}

/** Requests the options with which the browser makes a new passkey. */
export async function beginPasskey(api: StaffApi, typed: Typed) {
  const { name = "", code } = typed;
  const answer = await api.post("passkeys/begin", z.looseObject({ challenge: z.string() }), { name, code });
  if (!answer.ok) return refuse(answer.error, typed);
  return { creation: { name, options: JSON.stringify(answer.value) } } satisfies Outcome;
}

/** Adds the passkey that the browser has made. */
export async function addPasskey(api: StaffApi, session: Session, typed: Typed) {
  const { name = "", passkey = "" } = typed;
  const answer = await api.post("passkeys", z.unknown(), { name, passkey });
  if (!answer.ok) return refuse(answer.error, typed);
  session.setFlash({ kind: "success", text: `The passkey “${name}” is added. It signs you in from now on.` });
  return redirectDocument(href("/account"), 303);
}

export async function removePasskey(api: StaffApi, session: Session, typed: Typed) {
  const { id = "", code } = typed;
  const answer = await api.post("passkeys/remove", z.unknown(), { id, code });
  if (!answer.ok) return refuse(answer.error, typed);
  const text =
    "The passkey is removed. Sessions that it opened go on until you end them. Delete it on the device, too.";
  session.setFlash({ kind: "success", text });
  return redirectDocument(href("/account"), 303);
}
