import { href, Outlet, redirectDocument } from "react-router";

import { sessionContext } from "#app/request/context.ts";
import { Alert } from "#app/ui/notice.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { MeSchema } from "../base/member.ts";
import { valueOf } from "../base/responses.server.ts";
import type { Route } from "./+types/signed-in";
import { Frame } from "./frame.tsx";
import { ProblemPage } from "./problem.tsx";
import { Undo } from "./undo.tsx";

/** Redirects everybody else to the sign-in page. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, url }) => {
    if (!context.get(sessionContext).isSignedIn)
      throw redirectDocument(`${href("/sign-in")}?returnTo=${encodeURIComponent(url.pathname + url.search)}`);
    const me = await context.get(staffApiContext).get("me", MeSchema);
    // The session is over: with its cookie, /sign-in would redirect back here.
    if (!me.ok && me.error.kind === "status" && me.error.status === 401) context.get(sessionContext).signOut();
    context.set(meContext, valueOf(me, url));
  },
];

export function loader({ context, params }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  session.clearFlash();
  const { brand = null } = params as { brand?: string };
  return { me: context.get(meContext), brand, flash: session.flash };
}

export default function SignedIn({ loaderData: { me, brand, flash } }: Route.ComponentProps) {
  return (
    <Frame me={me} brand={brand}>
      {flash && (
        <Alert tone={flash.kind}>
          {flash.text} {flash.undo && <Undo {...flash.undo} />}
        </Alert>
      )}
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProblemPage error={error} />;
}
