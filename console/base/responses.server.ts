import { data, href, redirectDocument } from "react-router";

import { type CallError, isOutcomeUnknown, type Result } from "#app/commerce/result.ts";

import { toSentence } from "./form.ts";

/**
 * The value of an answer that a page needs. An address that the API cannot read (400) counts as unknown.
 * @throws React Router's answer: a redirect or a status
 */
export function valueOf<T>(answer: Result<T>, url: URL): T {
  if (answer.ok) return answer.value;
  const { error } = answer;
  const status = error.kind === "status" ? error.status : 503;
  if (status === 401)
    throw redirectDocument(`${href("/sign-in")}?returnTo=${encodeURIComponent(url.pathname + url.search)}`);
  throw data(null, status === 400 || status === 404 ? 404 : 503);
}

/** True if a call was refused because somebody else has changed the version that it was based on. */
export const hasChangedMeanwhile = (error: CallError) => error.kind === "status" && error.code === "changed_meanwhile";

/** Describes a failed call, with the messages about single fields. */
export function explain(error: CallError): { text: string; fields: Record<string, string> } {
  if (error.kind === "status" && error.status < 500 && error.text !== null) {
    const fields = Object.entries(error.fields).map(([name, problem]) => [name, toSentence(problem)]);
    return { text: toSentence(error.text), fields: Object.fromEntries(fields) };
  }
  const text = isOutcomeUnknown(error)
    ? "The server did not say whether it was done. Look before you try again."
    : "The server could not be reached. Nothing was changed; please try again.";
  return { text, fields: {} };
}
