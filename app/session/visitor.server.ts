import type { CommerceBackend } from "#app/commerce/backend.server.ts";
import type { CommerceClient } from "#app/commerce/client.server.ts";
import { digest } from "#app/commerce/refresh.server.ts";
import type { ShopperName, User } from "#app/commerce/types.ts";
import { messageFor } from "#app/texts/messages.ts";

import type { Session } from "./session.server.ts";

/**
 * The visitor of a page. Signed in without a user: the call failed, and the texts give the reason. `name` is then the
 * name that the backend gave before, or null.
 */
export type Visitor =
  | { isSignedIn: false; user: null; name: null; problem: null; coinsProblem: null }
  | { isSignedIn: true; user: User; name: null; problem: null; coinsProblem: null }
  | { isSignedIn: true; user: null; name: ShopperName | null; problem: string; coinsProblem: string };

const ANONYMOUS = { isSignedIn: false, user: null, name: null, problem: null, coinsProblem: null } as const;

/**
 * Reads the user from the backend. A session that it refuses has ended (docs/product.md, 5.6). `names` keeps the shopper's
 * name for pages during an outage.
 */
export async function identifyVisitor(
  session: Session,
  commerce: Pick<CommerceClient, "getUser">,
  { shopperNames: names }: Pick<CommerceBackend, "shopperNames">,
): Promise<Visitor> {
  if (!session.isSignedIn) return ANONYMOUS;
  const answer = await commerce.getUser();
  if (!session.tokens) return ANONYMOUS;
  const key = digest(session.tokens.accessToken);
  if (answer.ok) {
    const { username, email } = answer.value;
    names.set(key, { username, email });
    return { isSignedIn: true, user: answer.value, name: null, problem: null, coinsProblem: null };
  }
  const [problem, coinsProblem] = [messageFor("userData", answer.error), messageFor("userCoins", answer.error)];
  return { isSignedIn: true, user: null, name: names.get(key) ?? null, problem, coinsProblem };
}
