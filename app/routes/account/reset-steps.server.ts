import { href, redirectDocument } from "react-router";

import { TEXTS } from "#app/messages.ts";
import type { Session } from "#app/session/session.server.ts";

/** Who asked for a code, and its transaction: the first step gives them to the second. */
export const findAsked = ({ reset }: Session) => (reset && "transaction" in reset ? reset : null);

/** The right to choose a password: the second step, or a mailed link, gives it to the third. */
export const findToken = ({ reset }: Session) => (reset && "token" in reset ? reset.token : null);

/** Leads to the first step, which says that the step before is missing. */
export function redirectToStart(session: Session) {
  session.setFlash({ kind: "error", text: TEXTS.resetOver });
  return redirectDocument(href("/forgot"), 303);
}
