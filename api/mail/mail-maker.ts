import type { Shop } from "../shop.ts";
import type { Letter } from "./letter.ts";

/** What was queued: the id of what it is about, and what was sealed for it. */
type Queued<Contents = undefined> = { about: string; contents: Contents };

/** Makes a mail when it is sent; undefined when there is nobody to send it to. */
export type MailMaker<Contents = undefined> = (shop: Shop, queued: Queued<Contents>) => Promise<Letter | undefined>;
