import { z } from "zod";

import { readWholeNumber } from "../../../../config/typed/amount.ts";
import { readEmail } from "../../../../config/typed/email.ts";
import { ApiError } from "../../../base/error.ts";
import { readEndOfDay } from "../../../domain/days.ts";
import { parseRupeeText } from "../../../domain/pricing.ts";
import { FormId } from "../../../forms/make-once.ts";
import { Text } from "../../../http/parse.ts";
import { findUserByLogin } from "../../../repositories/accounts/users.ts";
import type { Shop } from "../../../shop/shop.ts";

const MOST_AT_ONCE = 1_000;

/** A text that `read` understands. */
const Readable = <T>(read: (text: string) => T | undefined, error: string) =>
  Text(20)
    .trim()
    .transform((text, context) => {
      const value = read(text);
      if (value !== undefined) return value;
      context.addIssue({ code: "custom", message: error });
      return z.NEVER;
    });

function readCount(text: string): number | undefined {
  const count = readWholeNumber(text);
  return count >= 1 && count <= MOST_AT_ONCE ? count : undefined;
}

/** The form that makes coupons. `amount` is in hundredths. */
export const CouponsBody = z.object({
  form: FormId,
  amount: Readable(parseRupeeText, "Enter a number of coins above 0, such as 100 or 99.50."),
  count: Readable(readCount, `Enter a whole number from 1 to ${MOST_AT_ONCE}.`),
  last_day: Text(10).trim().default(""),
  email: Text(254).transform(readEmail).default(""),
});

/** The end of the last day (ms); undefined for coupons without one. @throws ApiError 400 */
export function readLastDay({ clock }: Shop, text: string): number | undefined {
  const end = readEndOfDay(text);
  if (end === null) return undefined;
  if (end !== undefined && end > clock.now()) return end;
  const problem = "Enter a day to come, such as 2027-03-31, or nothing.";
  throw new ApiError(400, problem, { last_day: problem });
}

/** The id of the shopper with this address; undefined for an empty one. @throws ApiError 400 */
export async function findOwner({ db }: Shop, email: string): Promise<string | undefined> {
  if (email === "") return undefined;
  const user = email.includes("@") ? await findUserByLogin(db.read, email) : undefined;
  if (user !== undefined && user.disabled_at === null) return user.id;
  const problem = "No shopper has this address, or the account is disabled.";
  throw new ApiError(400, problem, { email: problem });
}
