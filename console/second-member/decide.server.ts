import { data, type RouterContextProvider } from "react-router";
import { z } from "zod";

import { staffApiContext } from "../base/context.server.ts";
import { explain } from "../base/responses.server.ts";
import { sayDone } from "../base/say-done.server.ts";

const AnswerSchema = z.object({ outcome: z.array(z.string()).default([]) });

type Place = {
  /** The API's path; the request's id and the verdict follow. */
  path: string;
  /** The page to show afterwards. */
  back: string;
  /** Describes an outcome that the API returns. */
  describe?: (outcome: string) => string;
};

const DONE: Record<string, string> = {
  approve: "The request is approved",
  refuse: "The request is refused",
  withdraw: "The request is withdrawn",
};

/** Sends the decision of a DecideForm. For the API a withdrawn request is one that its own member refuses. */
export async function sendDecision(context: Readonly<RouterContextProvider>, request: Request, place: Place) {
  const { back, describe = String } = place;
  const form = await request.formData();
  const read = (name: string) => String(form.get(name) ?? "");
  const typed = { request: read("request"), reason: read("reason") };
  const verdict = read("verdict");
  const path = `${place.path}/${encodeURIComponent(typed.request)}/${verdict === "approve" ? "approve" : "refuse"}`;
  const answer = await context
    .get(staffApiContext)
    .post(path, AnswerSchema, { reason: typed.reason, code: read("code") });
  if (!answer.ok) return data({ typed, problem: explain(answer.error) }, 400);
  const outcome = [...new Set(answer.value.outcome.map(describe))].join("; ");
  const text = DONE[verdict] ?? DONE.refuse!;
  return sayDone(context, outcome === "" ? `${text}.` : `${text}: ${outcome}.`, back);
}
