import { z } from "zod";

import { Text } from "./parse.ts";

/** Why a member acts, in one short line, which the audit keeps whole; of coins the ledger keeps it, too. */
export const Reason = Text(200).trim().min(1, { error: "Say why, in a few words" });

/** The body of an act that takes nothing but a reason. */
export const ReasonBody = z.object({ reason: Reason });
