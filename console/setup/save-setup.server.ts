import { data, type RouterContextProvider } from "react-router";
import { z } from "zod";

import { staffApiContext } from "../base/context.server.ts";
import { readForm, type Typed } from "../base/form.ts";
import { explain } from "../base/responses.server.ts";
import { sayDone } from "../base/say-done.server.ts";
import { FindingSchema } from "./payment-responses.ts";

/** Long, because the call includes calls to gateways or suppliers. */
const DEADLINE_MS = 60_000;

/** The common part of these answers: the findings, and the objections to the change. */
export const OutcomeSchema = z.object({
  findings: z.array(FindingSchema),
  objections: z.array(z.string()).default([]),
  /** The number of the new version; null if these objections prevented it. */
  number: z.number().nullable().default(null),
});
type Outcome = z.output<typeof OutcomeSchema>;

type Setup<T extends Outcome> = {
  /** The path of the call that saves; "/try" and "/remove" are below it. */
  path: string;
  schema: z.ZodType<T>;
  toBody(typed: Typed): object;
  /** The page's message about a new version, and the page to redirect to. */
  tell(number: number, typed: Typed, act: string): { text: string; to: string };
};

/** Tries or saves a form's settings, or removes its supplier. Typed values stay until that is done. */
export async function saveSetup<T extends Outcome>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  { path, schema, toBody, tell }: Setup<T>,
) {
  const form = await request.formData();
  const { act = "", code, seen, confirmed: _, ...typed } = readForm(form);
  const ticked = form.getAll("confirmed").map(String);
  // The form keeps the version that its sender has seen, so that it cannot overwrite somebody else's later change.
  const kept = { typed, seen, ticked };
  const isTry = act === "try";
  const body = { ...toBody(typed), ...(code && { code }), ...(!isTry && { seen, confirmed: ticked }) };
  const call = isTry || act === "remove" ? `${path}/${act}` : path;
  const answer = await context.get(staffApiContext).post(call, schema, body, { deadlineMs: DEADLINE_MS });
  if (!answer.ok)
    return data({ ...kept, outcome: null, objections: isTry ? [] : ticked, problem: explain(answer.error) }, 400);
  const { number, findings, objections } = answer.value;
  if (isTry) return data({ ...kept, outcome: answer.value, objections: [], problem: null }, 200);
  if (number === null) return data({ ...kept, outcome: answer.value, objections, problem: null }, 400);
  const warnings = findings.filter(({ level }) => level !== "ok").map((finding) => ` ${finding.text}.`);
  const { text, to } = tell(number, typed, act);
  return sayDone(context, [text, ...warnings].join(""), to);
}

/** The result of a trial, for the form. */
export type SetupAction<T extends Outcome> = {
  typed: Typed;
  /** The files that the form began with. */
  seen?: string;
  ticked: string[];
  outcome: T | null;
  objections: string[];
  problem: ReturnType<typeof explain> | null;
};
