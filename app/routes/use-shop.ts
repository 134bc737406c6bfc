import { useRouteLoaderData } from "react-router";
import type { Brand } from "#app/tenant/brand.ts";

/** The root loader's data (app/root.tsx). */
export type Shop = {
  brand: Brand;
  /** Why the brand's own configuration is not shown; null where it is. */
  problem: string | null;
  /** Scheme and host of the shop's address. */
  origin: string;
  /** Where the browser finds the custom elements. */
  elementsUrl: string;
  requestId: string;
  /** Whether this browser has shown that it runs scripts. */
  runsJavaScript: boolean;
};

/** What every page knows of its shop: the brand, its origin, what the browser can do. Below root.tsx it is always there. */
export const useShop = () => useKnownShop()!;

/** The same for a frame that also stands around an error, where the root's loader may have failed. */
export const useKnownShop = () => useRouteLoaderData("root") as Shop | undefined;
