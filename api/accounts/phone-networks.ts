import type { Reader, Writer } from "../db/database.ts";
import { codeHashes } from "../domain/encryption.ts";
import { isKnownNetwork, saveNetwork } from "../repositories/accounts/phone-networks.ts";
import type { Shop } from "../shop/shop.ts";

/** Under the current key only: a rotation of the keys forgets the networks. */
const hashOf = ({ keys }: Shop, userId: string, net: string) =>
  codeHashes(keys, "phone-code", `network ${userId} ${net}`)[0];

/** Notes the network of a sign-in by phone. Only a keyed hash is stored. */
export async function noteNetwork(tx: Writer, shop: Shop, userId: string, net: string) {
  const { knownNetworkMs, knownNetworksPerUser: most } = shop.limits;
  const now = shop.clock.now();
  const hash = hashOf(shop, userId, net);
  await saveNetwork(tx, { userId, hash, now }, { most, since: now - knownNetworkMs });
}

/** True if the account has signed in by phone from this network. The work is the same without an account. */
export const knowsNetwork = (db: Reader, shop: Shop, userId: string | undefined, net: string) =>
  isKnownNetwork(db, userId ?? "", hashOf(shop, userId ?? "", net), shop.clock.now() - shop.limits.knownNetworkMs);
