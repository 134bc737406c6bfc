import { href, redirectDocument, type RouterContextProvider } from "react-router";
import { sessionContext } from "#app/context.ts";

type Asked = { context: Readonly<RouterContextProvider>; url: URL };

/** Anonymous visitors go to /login and come back to the page that they asked for. @throws redirect */
export function requireSignIn({ context, url }: Asked) {
  if (context.get(sessionContext).isSignedIn) return;
  throw redirectDocument(`${href("/login")}?returnTo=${encodeURIComponent(url.pathname + url.search)}`);
}
