import { data } from "react-router";
import { z } from "zod";

import { sessionContext } from "#app/request/context.ts";

import { staffApiContext } from "../base/context.server.ts";
import type { Route } from "./+types/passkey-request";

/** The browser's options for using a passkey: to sign in, or to confirm an action of the signed-in member. */
export async function loader({ context }: Route.LoaderArgs) {
  const path = context.get(sessionContext).isSignedIn ? "passkeys/request" : "sign-in/passkey";
  const answer = await context.get(staffApiContext).get(path, z.looseObject({ challenge: z.string() }));
  if (!answer.ok) throw data(null, answer.error.kind === "status" ? answer.error.status : 503);
  return Response.json(answer.value);
}
