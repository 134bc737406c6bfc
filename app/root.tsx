import type { ReactNode } from "react";
import { Links, Meta, Outlet, useLocation } from "react-router";
import { useShouldHydrate } from "remix-utils/use-should-hydrate";

import { DevelopmentScripts } from "#app/development/development-scripts.tsx";
import { findElementsUrl } from "#app/http/build/elements-url.server.ts";
import { runsJavaScript } from "#app/http/client-hints.server.ts";
import { redirectForScripts } from "#app/http/redirect-for-scripts.ts";
import { allowedInsteadOf } from "#app/http/safe-methods.ts";
import { LowPriorityScripts } from "#app/http/tricks/low-priority-scripts.tsx";
import { configurationInTime } from "#app/routes/load-brand.server.ts";
import { type Shop, useKnownShop } from "#app/routes/use-shop.ts";
import { addFormProof, needsFormProof } from "#app/session/form-proof.server.ts";
import { createBrand, logoUrlOf } from "#app/tenant/brand.ts";
import { Failure } from "#app/ui/frame/failure.tsx";

import type { Route } from "./+types/root";
import stylesheet from "./app.css?url";
import { documentContext, doNotKeep, picturesContext, requestIdContext, siteContext } from "./context.ts";
import { messageFor } from "./messages.ts";
import { openVisit, sealVisit } from "./visit.server.ts";

const elementsUrl = findElementsUrl({ client: "build/client", entry: "app/elements/bundles/index.ts" });

/** Sets up session and commerce client, and sends the session's changes with the answer. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context, pattern }, next) => {
    context.get(documentContext).routePattern = `/${pattern}`;
    const session = await openVisit(context, request);
    const response = await next();
    const document = context.get(documentContext);
    if (document.html && needsFormProof((name) => request.headers.has(name))) {
      document.html = addFormProof(document.html, session, context.get(siteContext));
    }
    if (response.status === 405) response.headers.set("Allow", allowedInsteadOf(request.method));
    for (const cookie of await sealVisit(context)) response.headers.append("Set-Cookie", cookie);
    return redirectForScripts(request, response);
  },
];

export async function loader({ request, context }: Route.LoaderArgs): Promise<Shop> {
  const { tenant, origin } = context.get(siteContext);
  const configuration = await configurationInTime(request, context);
  const known = configuration?.ok ? configuration.value : null;
  // So that nobody sees the problem once it is over.
  if (configuration && !configuration.ok) doNotKeep(context);
  const logoSize = await context.get(picturesContext).measureLogo(tenant, logoUrlOf(tenant, known));
  return {
    brand: createBrand(tenant, known, logoSize),
    problem: !configuration || configuration.ok ? null : messageFor("configuration", configuration.error),
    origin,
    elementsUrl,
    requestId: context.get(requestIdContext),
    runsJavaScript: runsJavaScript(request),
  };
}

export function Layout({ children }: { children: ReactNode }) {
  const shop = useKnownShop();
  const isHydrated = useShouldHydrate();
  const { pathname, search } = useLocation();
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {shop && <meta name="theme-color" content={shop.brand.themeColour} />}
        <link rel="icon" href={shop?.brand.iconUrl ?? "/media/brand/favicon.svg"} />
        <link rel="apple-touch-icon" href="/media/brand/icon-180.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {shop?.brand.fontUrl && (
          <link rel="preload" href={shop.brand.fontUrl} as="font" type="font/woff2" crossOrigin="anonymous" />
        )}
        <Meta />
        <Links />
        {/* `precedence` puts the stylesheets before the scripts that React hoists into the head. */}
        <link rel="stylesheet" href={stylesheet} precedence="shop" />
        {shop && <link rel="stylesheet" href={shop.brand.stylesheetUrl} precedence="shop" />}
        {shop && <script type="module" async src={shop.elementsUrl} />}
        {import.meta.env.DEV && <DevelopmentScripts />}
        {shop?.runsJavaScript && (
          <noscript>
            <meta httpEquiv="refresh" content={`0; url=/no-js?returnTo=${encodeURIComponent(pathname + search)}`} />
          </noscript>
        )}
      </head>
      <body>
        {children}
        {isHydrated && <LowPriorityScripts />}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

/** When even the page's frame fails (docs/product.md, 10.3). Shows an id for support, never a stack. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const shop = useKnownShop();
  return (
    <main id="main">
      <Failure error={error} shop={shop} />
    </main>
  );
}
