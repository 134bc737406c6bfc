import type { RouterContextProvider } from "react-router";

import { staffApiContext } from "../base/context.server.ts";
import { type Views, ViewsSchema } from "./responses.ts";

const NONE: Views = { views: [], columns: null };

/** The member's views of a list. Without an answer the list is shown as to everybody. */
export async function readViews(
  context: Readonly<RouterContextProvider>,
  brand: string,
  list: "orders" | "shoppers",
): Promise<Views> {
  const answer = await context.get(staffApiContext).get(`brands/${brand}/views/${list}`, ViewsSchema);
  return answer.ok ? answer.value : NONE;
}
