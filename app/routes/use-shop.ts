import { useRouteLoaderData } from "react-router";

import type { Brand } from "#app/tenant/brand.ts";

/** The root loader's data (app/root.tsx). */
export type Shop = {
  brand: Brand;
  /** Why the configuration could not be read. */
  problem: string | null;
  origin: string;
  elementsUrl: string;
  requestId: string;
  /** True once the browser has proved that it runs scripts. */
  runsJavaScript: boolean;
};

/** Always present below root.tsx. */
export const useShop = () => useKnownShop()!;

/** For frames that also show errors: undefined if the root loader failed. */
export const useKnownShop = () => useRouteLoaderData("root") as Shop | undefined;
