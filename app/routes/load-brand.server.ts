import type { RouterContextProvider } from "react-router";

import { CONFIGURATION_WAIT_MS } from "#app/base/constants.ts";
import type { Configuration } from "#app/commerce/types.ts";
import { mayStream } from "#app/http/client-hints.server.ts";
import { commerceContext, picturesContext, siteContext } from "#app/request/context.ts";
import { createBrand, logoUrlOf, pictureColoursOf } from "#app/tenant/brand.ts";

type Context = Readonly<RouterContextProvider>;

/** The request's brand, for actions, which cannot read the root's loader data. */
export async function loadBrand(context: Context) {
  const configuration = await context.get(commerceContext).getConfiguration();
  return createBrand(context.get(siteContext).tenant, configuration.ok ? configuration.value : null);
}

/** The request's brand, with the addresses of its present pictures. */
export async function describeBrand(context: Context, configuration: Configuration | null) {
  const { tenant } = context.get(siteContext);
  const colours = pictureColoursOf(tenant, configuration);
  const pictures = context.get(picturesContext);
  return createBrand(tenant, configuration, await pictures.describe(tenant, logoUrlOf(tenant, configuration), colours));
}

/**
 * The configuration, or null if it is late and the page may stream: then the page starts with tenant.json
 * (docs/product.md, 1.2).
 */
export async function configurationInTime(request: Request, context: Context) {
  const configuration = context.get(commerceContext).getConfiguration();
  if (!mayStream(request)) return configuration;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, CONFIGURATION_WAIT_MS, null)));
  return Promise.race([configuration, late]).finally(() => clearTimeout(timer));
}
