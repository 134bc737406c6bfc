import { z } from "zod";

import { Text } from "./parse.ts";

/** A member's reason for an action, in one short line. The audit stores all of it; for coins, so does the ledger. */
export const Reason = Text(200).trim().min(1, { error: "Say why, in a few words" });

/** The body of an action that takes only a reason. */
export const ReasonBody = z.object({ reason: Reason });
