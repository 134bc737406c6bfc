import { data, href, redirectDocument } from "react-router";

import { sessionContext } from "#app/request/context.ts";

import { staffApiContext } from "../base/context.server.ts";
import { explain } from "../base/responses.server.ts";
import { sayDone } from "../base/say-done.server.ts";
import type { Route } from "./+types/change-views";
import { ViewsSchema } from "./responses.ts";

const LISTS = { orders: "/brands/:brand/orders", shoppers: "/brands/:brand/shoppers" } as const;

const listOf = (name: string) => {
  if (!Object.hasOwn(LISTS, name)) throw data(null, 404);
  return name as keyof typeof LISTS;
};

/** Saves or deletes a view, or chooses columns, and leads back to the list. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const list = listOf(params.list);
  const form = await request.formData();
  const read = (name: string) => String(form.get(name) ?? "");
  const query = new URLSearchParams(read("query"));
  query.delete("after");
  const back = `${href(LISTS[list], { brand: params.brand })}${query.size === 0 ? "" : `?${query}`}`;
  const change = changeOf(read("act"), list, form);
  const api = context.get(staffApiContext);
  const answer = await api.post(`brands/${params.brand}/${change.path}`, ViewsSchema, change.body);
  if (answer.ok) return sayDone(context, change.done, back);
  if (answer.error.kind === "status" && answer.error.status === 404) throw data(null, 404);
  context.get(sessionContext).setFlash({ kind: "error", text: explain(answer.error).text });
  return redirectDocument(back, 303);
}

function changeOf(act: string, list: string, form: FormData) {
  const read = (name: string) => String(form.get(name) ?? "");
  switch (act) {
    case "columns":
      return { path: `columns/${list}`, body: { columns: form.getAll("column") }, done: "The columns are chosen." };
    case "delete":
      return {
        path: `views/${list}/${encodeURIComponent(read("view"))}/delete`,
        body: {},
        done: "The view is deleted.",
      };
    default:
      return { path: `views/${list}`, body: { name: read("name"), query: read("query") }, done: "The view is saved." };
  }
}

/** For an address that somebody has typed. */
export const loader = ({ params }: Route.LoaderArgs) =>
  redirectDocument(href(LISTS[listOf(params.list)], { brand: params.brand }));
