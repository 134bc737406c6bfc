import { UsageError } from "./command.ts";

const MAX_REASON = 200;

/** Why somebody acts, where the console demands a reason too. */
export const REASON_OPTION = {
  value: "TEXT",
  isRequired: true,
  about: `why: one line of at most ${MAX_REASON} characters`,
} as const;

/** @throws UsageError for what is no reason */
export function readReason(typed: string): string {
  const reason = typed.trim();
  if (reason === "") throw new UsageError("--reason is empty");
  if (reason.length > MAX_REASON || /\p{Cc}/u.test(reason) || !reason.isWellFormed()) {
    throw new UsageError(`--reason must be one line of at most ${MAX_REASON} characters`);
  }
  return reason;
}
