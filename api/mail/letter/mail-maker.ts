import type { Shop } from "../../shop/shop.ts";
import type { Letter } from "./letter.ts";
import type { Reader } from "./reader-language.ts";

/** A queued mail: the id of its subject, and its decrypted contents. */
type Queued<Contents = undefined> = { about: string; contents: Contents };

/** A mail that is composed in the language of its reader. */
type Draft = { reader: Reader; compose(): Letter };

/** Finds what a mail needs at the time of sending; undefined if there is no recipient. */
export type MailMaker<Contents = undefined> = (shop: Shop, queued: Queued<Contents>) => Promise<Draft | undefined>;
