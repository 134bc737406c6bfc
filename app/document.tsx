import type { ReactNode } from "react";
import { Links, Meta, useLocation } from "react-router";
import { useShouldHydrate } from "remix-utils/use-should-hydrate";

import { DevelopmentScripts } from "#app/development/development-scripts.tsx";
import { LowPriorityScripts } from "#app/http/tricks/low-priority-scripts.tsx";
import { useKnownShop } from "#app/routes/use-shop.ts";
import { withVersion } from "#app/tenant/picture-url.ts";
import { errorTexts } from "#app/texts/error-texts.ts";
import { PageLanguageData } from "#app/texts/page-language-data.tsx";
import { currentLanguage } from "#language/current";

import stylesheet from "./app.css?url";

/** The page around everything that a route renders, with its head. */
export function Document({ children }: { children: ReactNode }) {
  const shop = useKnownShop();
  const isHydrated = useShouldHydrate();
  const { pathname, search } = useLocation();
  const { locale, direction } = currentLanguage();
  return (
    <html lang={locale} dir={direction === "rtl" ? direction : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {shop && <meta name="theme-color" content={shop.brand.themeColour} />}
        <link rel="icon" href={shop?.brand.iconUrl ?? "/media/brand/favicon.svg"} />
        <link
          rel="apple-touch-icon"
          href={withVersion("/media/brand/icon-180.png", shop?.brand.pictureVersion ?? null)}
        />
        <Manifest />
        {shop?.brand.fontUrls.map((url) => (
          <link key={url} rel="preload" href={url} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
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
      <body {...errorTexts()}>
        {children}
        {isHydrated && (
          <>
            <PageLanguageData />
            <LowPriorityScripts />
          </>
        )}
      </body>
    </html>
  );
}

/** By default browsers request it without cookies, so it would be in their own language. */
function Manifest() {
  const shop = useKnownShop();
  const hasLanguages = shop !== undefined && shop.brand.languages.length > 1;
  return (
    <link rel="manifest" href="/manifest.webmanifest" crossOrigin={hasLanguages ? "use-credentials" : undefined} />
  );
}
