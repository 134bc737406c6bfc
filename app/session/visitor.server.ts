import type { CommerceClient } from "#app/commerce/client.server.ts";
import type { User } from "#app/commerce/types.ts";
import { messageFor } from "#app/messages.ts";

import type { Session } from "./session.server.ts";

/** Who looks at a page. Without a user although signed in: the call failed, for the reason in the texts. */
export type Visitor =
  | { isSignedIn: false; user: null; problem: null; coinsProblem: null }
  | { isSignedIn: true; user: User; problem: null; coinsProblem: null }
  | { isSignedIn: true; user: null; problem: string; coinsProblem: string };

const ANONYMOUS = { isSignedIn: false, user: null, problem: null, coinsProblem: null } as const;

/** Asks the backend for the user. A session that it refuses has ended (docs/product.md, 5.6). */
export async function identifyVisitor(session: Session, commerce: CommerceClient): Promise<Visitor> {
  if (!session.isSignedIn) return ANONYMOUS;
  const answer = await commerce.getUser();
  if (answer.ok) return { isSignedIn: true, user: answer.value, problem: null, coinsProblem: null };
  if (!session.isSignedIn) return ANONYMOUS;
  const [problem, coinsProblem] = [messageFor("userData", answer.error), messageFor("userCoins", answer.error)];
  return { isSignedIn: true, user: null, problem, coinsProblem };
}
