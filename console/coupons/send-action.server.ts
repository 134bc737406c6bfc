import { data, type RouterContextProvider } from "react-router";
import { z } from "zod";

import { staffApiContext } from "../base/context.server.ts";
import { readForm } from "../base/form.ts";
import { explain } from "../base/responses.server.ts";
import { sayDone } from "../base/say-done.server.ts";
import { keptFormId } from "../ui/form-id.tsx";
import { ACTIONS } from "./actions.ts";

const MadeSchema = z.object({ is_waiting: z.boolean().optional() });

/** Makes coupons, or carries out one of ACTIONS. */
export async function sendAction(
  context: Readonly<RouterContextProvider>,
  brand: string,
  sent: FormData,
  { pathname, search }: URL,
) {
  // The form around the list sends its boxes, too, and the button of one coupon has no other field.
  const { code = "", row: _row, all: _all, ...rest } = readForm(sent);
  const typed = rest.act === undefined && rest.coupon !== undefined ? { ...rest, act: "withdraw" } : rest;
  const { act = "", coupon: _, batch: __, form, ...fields } = typed;
  if (act !== "create" && !Object.hasOwn(ACTIONS, act)) throw data(null, 400);
  const path = act === "create" ? "coupons" : ACTIONS[act]!.path(typed);
  const body = { ...fields, ...(form && { form }), ...(code && { code }) };
  const answer = await context.get(staffApiContext).post(`brands/${brand}/${path}`, MadeSchema, body);
  if (answer.ok) {
    const made = answer.value.is_waiting
      ? "The coupons are made. A second member has to approve them."
      : "The coupons are made. Download their codes below.";
    return sayDone(context, ACTIONS[act]?.done ?? made, pathname + search);
  }
  const kept = { ...typed, ...(act === "create" && { form: keptFormId(answer.error, form) }) };
  return data({ act, typed: kept, problem: explain(answer.error) }, 400);
}
