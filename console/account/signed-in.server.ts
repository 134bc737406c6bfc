import { z } from "zod";

import type { Session } from "#app/session/session.server.ts";

/** The tokens of a session, and of the browser that opened it. */
export const SignedInSchema = z.object({ token: z.string(), device: z.string() });

export function signInWith(session: Session, { token, device }: z.output<typeof SignedInSchema>) {
  session.signIn({ accessToken: token, refreshToken: null });
  session.setDevice(device);
}
