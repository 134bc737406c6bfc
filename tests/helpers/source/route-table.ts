import { readFileSync } from "node:fs";

/** The source of the storefront's URL table. */
export const routeTable = () =>
  ["app/routes.ts", "app/account-routes.ts"].map((file) => readFileSync(file, "utf8")).join("\n");
