import { useRouteLoaderData } from "react-router";
import type { loader } from "#app/root.tsx";

/** The root loader's data: brand, origin and browser capabilities. Always present below root.tsx. */
export const useShop = () => useRouteLoaderData<typeof loader>("root")!;
