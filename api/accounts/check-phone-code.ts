import { t } from "../../config/language/t.ts";
import { ApiError } from "../base/error.ts";
import type { Writer } from "../db/database.ts";
import { codeHashes } from "../domain/encryption.ts";
import { readPhoneCode } from "../domain/one-time-code.ts";
import { hashToken } from "../domain/tokens.ts";
import { countPhoneCodeTry, lockPhoneCode, type PhoneCode } from "../repositories/accounts/phone-codes.ts";
import { takeFromDay } from "../repositories/limits/daily-quotas.ts";
import type { Shop } from "../shop/shop.ts";
import { ofNumber } from "./send-phone-code.ts";

/** `userId`: the signed-in account for which the code was sent; null for a sign-in. `mayBePassed`: see PhoneCode. */
type Typed = { transaction: string; code: string; userId: string | null; mayBePassed?: boolean };

/** Why a code was not accepted. */
export type CodeFault = "wrong" | "expired" | "too many" | "used up";

/**
 * Checks a typed code against the one that was sent. Each try is counted, for its code and for its number in the day, before it is
 * compared. Locks the codes of the number.
 */
export async function checkPhoneCode(
  tx: Writer,
  { keys, clock, limits }: Shop,
  { transaction, code: typed, userId, mayBePassed = false }: Typed,
): Promise<PhoneCode | CodeFault> {
  const now = clock.now();
  const id = hashToken(transaction);
  const sent = await lockPhoneCode(tx, id, now);
  if (sent === undefined || sent.user_id !== userId) return "expired";
  if (mayBePassed && sent.passed_at !== null) return sent;
  const code = readPhoneCode(typed);
  if (code === undefined) return "wrong"; // no code that was ever sent
  if (sent.tries >= limits.phoneCodeTries) return "too many";
  await countPhoneCodeTry(tx, id);
  const quota = ofNumber("phone-tries", sent.phone, sent.device_hash);
  if (!(await takeFromDay(tx, quota, limits.phoneTriesPerNumberAndDay, now))) return "used up";
  return codeHashes(keys, "phone-code", `${id} ${code}`).includes(sent.code_hash) ? sent : "wrong";
}

/** The refusal of a code, with one next action. */
export function refuseCode(fault: CodeFault): ApiError {
  const refusals = {
    wrong: { text: t("api.phoneCodeWrong"), reason: "wrong_code" },
    expired: { text: t("api.phoneCodeExpired"), reason: "code_expired" },
    "too many": { text: t("api.phoneCodeTries"), reason: "too_many_tries" },
    "used up": { text: t("api.phoneTriesUsedUp"), reason: "too_many_tries" },
  };
  const { text, reason } = refusals[fault];
  return new ApiError(400, text, { code: text }, reason);
}
