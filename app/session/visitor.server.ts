import type { CommerceClient } from "#app/commerce/client.server.ts";
import type { User } from "#app/commerce/types.ts";
import { messageFor } from "#app/messages.ts";
import type { Session } from "./session.server.ts";

/** Who looks at a page. Signed in without a user: the host could not say; `problem` is the text for the shopper. */
export type Visitor =
  | { isSignedIn: false; user: null; problem: null }
  | { isSignedIn: true; user: User; problem: null }
  | { isSignedIn: true; user: null; problem: string };

/** Asks the host who the session belongs to; a session that it refuses has ended (spec, section 7). */
export async function identifyVisitor(session: Session, commerce: CommerceClient): Promise<Visitor> {
  if (!session.isSignedIn) return { isSignedIn: false, user: null, problem: null };
  const answer = await commerce.getUser();
  if (answer.ok) return { isSignedIn: true, user: answer.value, problem: null };
  if (!session.isSignedIn) return { isSignedIn: false, user: null, problem: null };
  return { isSignedIn: true, user: null, problem: messageFor("userData", answer.error) };
}
