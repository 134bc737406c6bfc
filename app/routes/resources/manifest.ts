import { commerceContext } from "#app/request/context.ts";
import { describeBrand } from "#app/routes/load-brand.server.ts";
import { withVersion } from "#app/tenant/picture-url.ts";
import { currentLanguage } from "#language/current";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/manifest";

export async function loader({ context }: Route.LoaderArgs) {
  const configuration = await context.get(commerceContext).getConfiguration();
  const brand = await describeBrand(context, configuration.ok ? configuration.value : null);
  const versioned = (url: string) => withVersion(url, brand.pictureVersion);
  const manifest = {
    id: "/",
    name: brand.productName,
    short_name: brand.organizationName,
    description: t("static.manifestDescription", { brand: brand.organizationName }),
    lang: currentLanguage().locale,
    start_url: "/",
    scope: "/",
    display: "minimal-ui",
    theme_color: brand.themeColour,
    background_color: "#ffffff",
    icons: [
      { src: versioned("/media/brand/favicon.svg"), sizes: "any", type: "image/svg+xml" },
      { src: versioned("/media/brand/icon-192.png"), sizes: "192x192", type: "image/png" },
      { src: versioned("/media/brand/icon-512.png"), sizes: "512x512", type: "image/png" },
      { src: versioned("/media/brand/icon-maskable.png"), sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
  return new Response(JSON.stringify(manifest), { headers: { "Content-Type": "application/manifest+json" } });
}
