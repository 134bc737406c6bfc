import { type MiddlewareFunction, redirectDocument, type RouterContextProvider } from "react-router";

import { loginHref } from "#app/base/login-href.ts";
import { ABOUT_FIELD } from "#app/forms/about-field.ts";
import { documentContext, sessionContext } from "#app/request/context.ts";
import type { Session } from "#app/session/session.server.ts";

const MAX_KEPT_FIELDS = 5;
const MAX_KEPT_CHARACTERS = 300;

/** Sends visitors to /login and back. If the session ends while a form is handled, the form keeps its typed values. */
export const requireSignIn: MiddlewareFunction<Response> = async ({ request, context, url }, next) => {
  const session = context.get(sessionContext);
  const sent = request.method === "POST" ? request.clone() : null;
  const response = session.isSignedIn ? await next() : null;
  // An action that ends the session itself, as the end of an account does, leads on.
  const hasEndedIt = sent !== null && !session.hasExpired && response?.headers.has("Location");
  if (response && (session.isSignedIn || hasEndedIt)) return response;

  if (sent && session.hasExpired) keepTyped(session, await sent.formData());
  dropDocument(context);
  return redirectDocument(loginHref(url.pathname + url.search));
};

function keepTyped(session: Session, form: FormData) {
  const about = form.get(ABOUT_FIELD);
  if (typeof about !== "string") return;
  const values = [...form].flatMap(([name, value]): [string, string][] =>
    name !== ABOUT_FIELD && typeof value === "string" && value.length <= MAX_KEPT_CHARACTERS ? [[name, value]] : [],
  );
  session.setTyped({ about, values: Object.fromEntries(values.slice(0, MAX_KEPT_FIELDS)) });
}

function dropDocument(context: Readonly<RouterContextProvider>) {
  const document = context.get(documentContext);
  delete document.html;
  delete document.pipe;
}
