import { data, type RouterContextProvider } from "react-router";

import { backendContext } from "#app/request/context.ts";

/** Only the embedded API can change and delete accounts. @throws a page that is not found */
export function requireEmbedded(context: Readonly<RouterContextProvider>) {
  if (!context.get(backendContext).isEmbedded) throw data(null, 404);
}
