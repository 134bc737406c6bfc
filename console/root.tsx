import type { ReactNode } from "react";
import { Links, Meta, Outlet } from "react-router";

import { DevelopmentScripts } from "#app/development/development-scripts.tsx";
import { findElementsUrl } from "#app/http/build/elements-url.server.ts";
import { redirectForScripts } from "#app/http/redirect-for-scripts.ts";
import {
  clientAddressContext,
  documentContext,
  requestIdContext,
  sessionContext,
  siteContext,
} from "#app/request/context.ts";
import { shopCookies } from "#app/session/cookies.server.ts";
import { addFormProof, needsFormProof } from "#app/session/form-proof.server.ts";
import { Session } from "#app/session/session.server.ts";
import { errorTexts } from "#app/texts/error-texts.ts";

import type { Route } from "./+types/root";
import { staffApiContext, staffConnectionsContext } from "./base/context.server.ts";
import { reasonOf } from "./base/reason-of.ts";
import { createStaffApi } from "./base/staff-api.server.ts";
import stylesheet from "./console.css?url";
import { FILES } from "./downloads/files.ts";
import { ProblemPage } from "./ui/problem.tsx";

const elementsUrl = findElementsUrl({ client: "build/console/client", entry: "elements/bundles/index.ts" });

/** Reads the member's session, and sends its changes with the answer. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context, pattern }, next) => {
    const site = context.get(siteContext);
    const document = context.get(documentContext);
    document.routePattern = `/console/${pattern}`;
    const session = await Session.read(shopCookies(site), request.headers.get("cookie"));
    context.set(sessionContext, session);
    const caller = {
      address: context.get(clientAddressContext),
      requestId: context.get(requestIdContext),
      userAgent: request.headers.get("user-agent") ?? undefined,
      device: session.device,
    };
    const connections = context.get(staffConnectionsContext);
    context.set(staffApiContext, createStaffApi(connections, session.tokens?.accessToken ?? null, caller));
    const answer = await next();
    // A file has no page around it that could give the reason.
    const isNoFile = Object.hasOwn(FILES, pattern) && answer.status >= 400;
    const response = isNoFile ? new Response(reasonOf(answer.status), { status: answer.status }) : answer;
    if (document.html && needsFormProof((name) => request.headers.has(name))) {
      document.html = addFormProof(document.html, session, site);
    }
    for (const cookie of await session.seal()) response.headers.append("Set-Cookie", cookie);
    return redirectForScripts(request, response);
  },
];

export const loader = () => ({ elementsUrl });

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <link rel="icon" href="data:," />
        <Meta />
        <Links />
        <link rel="stylesheet" href={stylesheet} precedence="console" />
        <script type="module" async src={elementsUrl} />
        {import.meta.env.DEV && <DevelopmentScripts />}
      </head>
      <body {...errorTexts()}>{children}</body>
    </html>
  );
}

export default function Console() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProblemPage error={error} />;
}
