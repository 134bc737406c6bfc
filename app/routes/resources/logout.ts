import { href, redirectDocument } from "react-router";

import { commerceContext } from "#app/request/context.ts";

import type { Route } from "./+types/logout";

/** Ends the session at the backend if possible, and clears both cookies (docs/product.md, 3.1). */
export async function action({ context }: Route.ActionArgs) {
  await context.get(commerceContext).logOut();
  // "storage" would also delete remembered login names.
  return redirectDocument(href("/login"), { status: 303, headers: { "Clear-Site-Data": '"cache"' } });
}

export const loader = () => redirectDocument(href("/"));
