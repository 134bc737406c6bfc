import { Outlet } from "react-router";

import { findElementsUrl } from "#app/http/build/elements-url.server.ts";
import { runsJavaScript } from "#app/http/client-hints.server.ts";
import { configurationInTime, describeBrand } from "#app/routes/load-brand.server.ts";
import { type Shop, useKnownShop } from "#app/routes/use-shop.ts";
import { Failure } from "#app/ui/frame/failure.tsx";

import type { Route } from "./+types/root";
import { Document } from "./document.tsx";
import { doNotKeep, requestIdContext, siteContext } from "./request/context.ts";
import { holdVisit, nameMethods, nameRoute, proveForms, redirectScripts } from "./routes/middleware.server.ts";
import { messageFor } from "./texts/messages.ts";

const elementsUrl = findElementsUrl({ client: "build/client", entry: "app/elements/bundles/index.ts" });

/** The first one is the outermost. The layouts add readVisitor and requireSignIn. */
export const middleware: Route.MiddlewareFunction[] = [nameRoute, redirectScripts, holdVisit, nameMethods, proveForms];

export async function loader({ request, context }: Route.LoaderArgs): Promise<Shop> {
  const { origin } = context.get(siteContext);
  const configuration = await configurationInTime(request, context);
  const known = configuration?.ok ? configuration.value : null;
  // So that nobody sees the problem once it is over.
  if (configuration && !configuration.ok) doNotKeep(context);
  return {
    brand: await describeBrand(context, known),
    problem: !configuration || configuration.ok ? null : messageFor("configuration", configuration.error),
    origin,
    elementsUrl,
    requestId: context.get(requestIdContext),
    runsJavaScript: runsJavaScript(request),
  };
}

export const Layout = Document;

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
