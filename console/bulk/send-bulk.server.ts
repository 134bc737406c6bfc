import { data, href, redirectDocument, type RouterContextProvider } from "react-router";
import { z } from "zod";

import { staffApiContext } from "../base/context.server.ts";
import { readForm } from "../base/form.ts";
import { explain } from "../base/responses.server.ts";
import { BULK_WORDS, pageOf } from "./words.ts";

type Asked = {
  brand: string;
  /** Such as "orders". */
  list: string;
  form: FormData;
  /** The filter of the list. */
  query: URLSearchParams;
};

/** True if a form was sent by the button of an action on many rows. */
export const isBulk = (form: FormData) => Object.hasOwn(BULK_WORDS, String(form.get("act")));

/** Starts the preview of an action on many rows, and redirects to its page. */
export async function sendBulk(context: Readonly<RouterContextProvider>, { brand, list, form, query }: Asked) {
  const action = String(form.get("act"));
  if (!Object.hasOwn(BULK_WORDS, action) || pageOf(action) !== list) throw data(null, 400);
  const { act: _, row: __, all, ...values } = readForm(form);
  const body = { ids: form.getAll("row").map(String), all: all !== undefined, values };
  const path = `brands/${brand}/bulk/${action.replace(".", "/")}`;
  const answer = await context.get(staffApiContext).post(path, z.object({ job: z.string() }), body, { query });
  if (!answer.ok) return data({ problem: explain(answer.error), values }, 400);
  return redirectDocument(href("/brands/:brand/jobs/:job", { brand, job: answer.value.job }), 303);
}
