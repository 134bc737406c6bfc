import type { z } from "zod";

import type { Writer } from "../db/database.ts";
import type { Permission } from "../domain/roles.ts";
import type { Audit } from "../ports/audit.ts";
import type { Shop } from "../shop/shop.ts";

/** The reason to leave out a row with another version than in the preview. */
export const CHANGED = "has changed since the preview";

/** The effect that a bulk action would have on a row now. */
export type Look = {
  id: string;
  /** The reason to leave the row out; absent if nothing stands against it. */
  reason?: string;
  /** The row's version: a run leaves out a row with another version. */
  seen?: string;
  /** A note for the member, such as the order's amount or the new category; absent if there is none. */
  change?: string;
};

export type BulkCall = {
  shop: Shop;
  /** The run, under which a change that can be undone is kept. */
  jobId: string;
  audit: Audit;
  /** The e-mail of the member who has confirmed. */
  by: string;
  /** The member's reason; empty for actions that need none. */
  reason: string;
  /** To be passed to the action's own transaction, which it joins: it stores that the row is done. */
  before(tx: Writer): Promise<void>;
};

/** One action on many rows of a list. Each row is changed by the code of the single action. */
export type BulkAction<Values extends object = object> = {
  /** The name of its job in lists. */
  label: string;
  /** As for the same action on one row. */
  permission: Permission;
  needsCode: boolean;
  needsReason: boolean;
  changesCatalogue: boolean;
  /** The member's choices for all rows, such as a category; absent if there are none. */
  Values?: z.ZodType<Values>;
  /** Looks at rows, and changes nothing. Rows that do not exist are left out of the answer. */
  look(shop: Shop, ids: string[], values: Values): Promise<Look[]>;
  /**
   * Performs it on a row that `look` has seen in this version. @returns "waiting" if a second member must approve it
   * @throws ApiError with the reason why the row stays as it is
   */
  act(call: BulkCall, row: { id: string; seen: string }, values: Values): Promise<unknown>;
};
