import type { RouterContextProvider } from "react-router";
import { z } from "zod";

import { staffApiContext } from "../base/context.server.ts";
import type { Typed } from "../base/form.ts";
import { explain } from "../base/responses.server.ts";
import { sayDone } from "../base/say-done.server.ts";

/** Sets a product's low-stock threshold. @returns a redirect to its page, or the typed value and its problem */
export async function setAlert(
  context: Readonly<RouterContextProvider>,
  path: string,
  { alert_below = "" }: Typed,
  { pathname }: URL,
) {
  const answer = await context.get(staffApiContext).post(`${path}/alert`, z.unknown(), { alert_below });
  if (!answer.ok) {
    const { text, fields } = explain(answer.error);
    return { typed: alert_below, problem: fields.alert_below ?? text };
  }
  return sayDone(context, "The stock alert is saved.", pathname);
}
