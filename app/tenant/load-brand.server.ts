import type { RouterContextProvider } from "react-router";
import { commerceContext, siteContext } from "#app/context.ts";
import { createBrand } from "./brand.ts";

/** The request's brand, for actions, which do not see the root's data. */
export async function loadBrand(context: Readonly<RouterContextProvider>) {
  const configuration = await context.get(commerceContext).getConfiguration();
  return createBrand(context.get(siteContext).tenant, configuration.ok ? configuration.value : null);
}
