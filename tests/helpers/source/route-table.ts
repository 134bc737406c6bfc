import { readFileSync } from "node:fs";

/** The source of the URL table of the storefront. */
export const routeTable = () =>
  ["app/routes.ts", "app/account-routes.ts"].map((file) => readFileSync(file, "utf8")).join("\n");
