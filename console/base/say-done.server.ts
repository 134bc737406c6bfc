import { redirectDocument, type RouterContextProvider } from "react-router";

import { sessionContext } from "#app/request/context.ts";
import type { Flash } from "#app/session/session.server.ts";

/** Redirects to a page that reports the action in a flash. `undo`: the form that reverses it. */
export function sayDone(context: Readonly<RouterContextProvider>, text: string, to: string, undo?: Flash["undo"]) {
  context.get(sessionContext).setFlash({ kind: "success", text, undo });
  return redirectDocument(to, 303);
}
