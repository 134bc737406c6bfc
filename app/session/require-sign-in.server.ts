import { href, redirectDocument, type RouterContextProvider } from "react-router";
import { sessionContext } from "#app/context.ts";

type Asked = { context: Readonly<RouterContextProvider>; request: Request; url: URL };

/** Anonymous visitors go to /login and come back to the page that they asked for. @throws redirect */
export function requireSignIn({ context, request, url }: Asked) {
  if (context.get(sessionContext).isSignedIn) return;
  const returnTo = request.method === "GET" ? url.pathname + url.search : url.pathname;
  throw redirectDocument(`${href("/login")}?returnTo=${encodeURIComponent(returnTo)}`);
}
