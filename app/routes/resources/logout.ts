import { href, redirectDocument } from "react-router";
import type { Route } from "./+types/logout";
import { commerceContext } from "#app/context.ts";

/** The header's Logout (docs/product.md, 3.1): a POST; the host ends the session where it can, both cookies go. */
export async function action({ context }: Route.ActionArgs) {
  await context.get(commerceContext).logOut();
  // "storage" would also forget the login names that the shopper asked to remember.
  return redirectDocument(href("/login"), { status: 303, headers: { "Clear-Site-Data": '"cache"' } });
}

export const loader = () => redirectDocument(href("/"));
