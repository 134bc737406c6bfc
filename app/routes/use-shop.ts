import { useRouteLoaderData } from "react-router";
import type { loader } from "#app/root.tsx";

/** What every page knows of its shop: the brand, its origin, what the browser can do. Below root.tsx it is always there. */
export const useShop = () => useRouteLoaderData<typeof loader>("root")!;
