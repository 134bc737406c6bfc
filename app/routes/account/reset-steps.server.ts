import { href, redirectDocument } from "react-router";

import type { Session } from "#app/session/session.server.ts";

import { t } from "../../../config/language/t.ts";

/** The requester of a code, and the code's transaction: the first step passes them to the second. */
export const findAsked = ({ reset }: Session) => (reset && "transaction" in reset ? reset : null);

/** The right to choose a password: the second step, or a mailed link, passes it to the third. */
export const findToken = ({ reset }: Session) => (reset && "token" in reset ? reset.token : null);

/** Redirects to the first step, which reports that the step before is missing. */
export function redirectToStart(session: Session) {
  session.setFlash({ kind: "error", text: t("messages.resetOver") });
  return redirectDocument(href("/forgot"), 303);
}
