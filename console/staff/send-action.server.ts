import { data, href, type RouterContextProvider } from "react-router";
import { z } from "zod";

import { siteContext } from "#app/request/context.ts";

import { staffApiContext } from "../base/context.server.ts";
import { readForm, type Typed } from "../base/form.ts";
import { explain } from "../base/responses.server.ts";
import { sayDone } from "../base/say-done.server.ts";

/** The message after each action. */
const DONE: Record<string, string> = {
  invite: "has the role now",
  grant: "has the role now",
  revoke: "has lost the role",
  withdraw: "can no longer use the link",
  reset: "",
  disable: "is disabled, and signed out everywhere",
  enable: "can sign in again",
};

const TokenSchema = z.object({ token: z.string().nullish(), mail: z.enum(["none", "sent", "failed"]).optional() });
const NOTHING = { link: null, problem: null, confirm: null, typed: {} as Typed, fields: {} as Typed };

/** Nobody has received the link, so the member makes a new one. */
const notMailed = (email: string) =>
  `The link was made, but its mail to ${email} could not be sent. Make a new link to send it again.`;

/** Carries out a form of these pages: `act` on `email`, some with `role` and `brand`. */
export async function sendStaffAction(request: Request, context: Readonly<RouterContextProvider>) {
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
  const { token, mail } = answer.value;
  if (mail === "failed") return data({ ...NOTHING, typed, problem: notMailed(email) }, 503);
  // The link is in the answer itself: nothing stores it.
  if (token) return { ...NOTHING, link: `${context.get(siteContext).origin}/invitation/${token}` };
  if (mail === "sent") return sayDone(context, `The link was mailed to ${email}.`, new URL(request.url).pathname);
  // A person without a last role may no longer be a member of the brand.
  return sayDone(context, `${email} ${DONE[act]}.`, act === "revoke" ? href("/staff") : new URL(request.url).pathname);
}
