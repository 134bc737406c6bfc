import { data, href, type RouterContextProvider } from "react-router";
import { z } from "zod";

import { staffApiContext } from "../base/context.server.ts";
import { readForm } from "../base/form.ts";
import { sayDone } from "../base/say-done.server.ts";
import { explainFiles } from "./explain-files.server.ts";

/** The message after each action. */
const DONE: Record<string, string> = {
  publish: "Published. The shop shows it within a second.",
  discard: "The draft is discarded.",
  "roll-back": "The earlier version is published again.",
  finish: "All files are written.",
  "keep-files": "The folder stays as it is.",
  "take-over": "The console edits this brand from now on.",
};

/** Carries out a form on the page of a brand. */
export async function sendBrandAction(request: Request, context: Readonly<RouterContextProvider>, brand: string) {
  const typed = readForm(await request.formData());
  const { act = "", number, code, seen } = typed;
  if (!Object.hasOwn(DONE, act)) throw data(null, 400);
  const body = { ...(number && { number: Number(number) }), ...(code && { code }), ...(seen && { seen }) };
  const answer = await context.get(staffApiContext).post(`brands/${brand}/brand/${act}`, z.unknown(), body);
  if (!answer.ok) return data({ ...explainFiles(answer.error), typed }, 400);
  return sayDone(context, DONE[act]!, href("/brands/:brand/brand", { brand }));
}
