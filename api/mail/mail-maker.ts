import type { Shop } from "../shop/shop.ts";
import type { Letter } from "./letter.ts";

/** A queued mail: the id of its subject, and its decrypted contents. */
type Queued<Contents = undefined> = { about: string; contents: Contents };

/** Composes a mail at the time of sending; undefined if there is no recipient. */
export type MailMaker<Contents = undefined> = (shop: Shop, queued: Queued<Contents>) => Promise<Letter | undefined>;
