import { redirectDocument, type RouterContextProvider } from "react-router";

import { sessionContext } from "#app/context.ts";
import type { Flash } from "#app/session/session.server.ts";

/** Leads to a page that says what was done. `undo`: the form that takes it back. */
export function sayDone(context: Readonly<RouterContextProvider>, text: string, to: string, undo?: Flash["undo"]) {
  context.get(sessionContext).setFlash({ kind: "success", text, undo });
  return redirectDocument(to, 303);
}
