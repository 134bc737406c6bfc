import type { CommerceClient } from "#app/commerce/client.server.ts";
import { addLine, addMessage } from "#app/routes/cart/cart-lines.server.ts";
import type { Session } from "#app/session/session.server.ts";

import { t } from "../../../config/language/t.ts";

/** Finishes an Add to Cart that began before the login. Returns false after a refusal, which the next page reports. */
export async function addWishToCart(session: Session, commerce: CommerceClient): Promise<boolean> {
  const { wish } = session;
  if (!wish) return false;
  session.setWish(null);
  const added = await addLine(commerce, wish);
  if (!added.isInCart) session.setFlash({ kind: "error", text: addMessage(added) });
  else if (!added.isSure) session.setFlash({ kind: "error", text: t("messages.addUnconfirmed") });
  return added.isInCart;
}
