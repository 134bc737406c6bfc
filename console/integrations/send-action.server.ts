import { data, type RouterContextProvider } from "react-router";

import { staffApiContext } from "../base/context.server.ts";
import { readForm, type Typed } from "../base/form.ts";
import { explain } from "../base/responses.server.ts";
import { sayDone } from "../base/say-done.server.ts";
import { keptFormId } from "../ui/form-id.tsx";
import { tickedIn } from "./check-list.tsx";
import { OnceSchema } from "./responses.ts";

type Action = {
  /** The path of the call, below the base of the page. */
  path(typed: Typed): string;
  body?(typed: Typed): object;
  /** The message afterwards. */
  done: string;
  /** The object of the page is gone, so its parent page follows. */
  isGone?: true;
};
export type Actions = Record<string, Action>;

/** A refused form with its typed values. */
export type Refused = { typed: Typed; text: string; fields: Record<string, string> };

export const endpointBody = (typed: Typed) => ({ url: typed.url ?? "", events: tickedIn(typed, "event:") });

/** Sends the action of a form. The answer itself shows a new secret, once; any other action redirects to a page. */
export async function actOn(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  acts: Actions,
  base: string,
) {
  const typed = readForm(await request.formData());
  const { code = "", ...kept } = typed;
  const act = Object.hasOwn(acts, typed.act ?? "") ? acts[typed.act!] : undefined;
  if (act === undefined) throw data(null, 400);
  const body = { ...act.body?.(typed), ...(typed.form && { form: typed.form }), ...(code && { code }) };
  const answer = await context.get(staffApiContext).post(`${base}/${act.path(typed)}`, OnceSchema, body);
  if (!answer.ok) {
    const shown = { ...kept, form: keptFormId(answer.error, typed.form) };
    return data({ refused: { typed: shown, ...explain(answer.error) } as Refused, once: null }, 400);
  }
  const { secret, key } = answer.value;
  const once = secret ?? key;
  if (once !== undefined) return data({ refused: null, once: { text: once, isKey: key !== undefined } });
  const { pathname } = new URL(request.url);
  return sayDone(context, act.done, act.isGone ? pathname.slice(0, pathname.lastIndexOf("/")) : pathname);
}
