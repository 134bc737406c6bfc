import { data, href, type RouterContextProvider } from "react-router";
import { z } from "zod";

import { siteContext } from "#app/context.ts";

import { explain } from "../answers.server.ts";
import { staffApiContext } from "../context.server.ts";
import { readForm, type Typed } from "../form.ts";
import { sayDone } from "../say-done.server.ts";

/** What is said afterwards. */
const DONE: Record<string, string> = {
  invite: "has the role now",
  grant: "has the role now",
  revoke: "has lost the role",
  withdraw: "can no longer use the link",
  reset: "",
  disable: "is disabled, and signed out everywhere",
  enable: "can sign in again",
};

const TokenSchema = z.object({ token: z.string().nullish() });
const NOTHING = { link: null, problem: null, confirm: null, typed: {} as Typed, fields: {} as Typed };

/** Does what a form of these pages asks for: `act` on `email`, some with `role` and `brand`. */
export async function actOnStaff(request: Request, context: Readonly<RouterContextProvider>) {
  const typed = readForm(await request.formData());
  const { act = "", email = "", ...rest } = typed;
  if (!Object.hasOwn(DONE, act)) throw data(null, 400);
  const answer = await context.get(staffApiContext).post(`members/${act}`, TokenSchema, { email, ...rest });
  if (!answer.ok) {
    const { text, fields } = explain(answer.error);
    const isLackingCode = fields.code !== undefined;
    if (isLackingCode) return data({ ...NOTHING, typed, confirm: { typed, problem: fields.code! } }, 403);
    const isUnknown = answer.error.kind === "status" && answer.error.status === 404;
    const problem = isUnknown ? `${email} is ${act === "withdraw" ? "not invited" : "no member"}.` : text;
    return data({ ...NOTHING, typed, problem, fields }, 400);
  }
  const { token } = answer.value;
  // The link is in the answer itself: nothing stores it.
  if (token) return { ...NOTHING, link: `${context.get(siteContext).origin}/invitation/${token}` };
  // Who has lost the last role may be no member of the brand any more.
  return sayDone(context, `${email} ${DONE[act]}.`, act === "revoke" ? href("/staff") : new URL(request.url).pathname);
}
