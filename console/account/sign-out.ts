import { href, redirectDocument } from "react-router";
import { z } from "zod";

import { sessionContext } from "#app/request/context.ts";

import { staffApiContext } from "../base/context.server.ts";
import type { Route } from "./+types/sign-out";

/** Deletes the cookie even if the API does not answer. */
export async function action({ context }: Route.ActionArgs) {
  await context.get(staffApiContext).post("sign-out", z.unknown());
  context.get(sessionContext).signOut();
  return redirectDocument(href("/sign-in"), { status: 303, headers: { "Clear-Site-Data": '"cache"' } });
}

export const loader = () => redirectDocument(href("/"));
