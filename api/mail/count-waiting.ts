import type { Reader } from "../db/database.ts";
import { countDueMail } from "../repositories/audit/census.ts";
import { pausesBefore } from "./deliver-outbox.ts";

/**
 * Mail that has been due since `dueBy` (ms) or has failed before: how much there is, and since when the oldest waits (ms); null
 * where there is none.
 */
export async function countWaitingMail(db: Reader, dueBy: number): Promise<{ count: number; since: number | null }> {
  const mail = await countDueMail(db, { dueBy });
  return {
    count: mail.reduce((total, { count }) => total + count, 0),
    since: mail.length === 0 ? null : Math.min(...mail.map(({ nextTryAt, tries }) => nextTryAt - pausesBefore(tries))),
  };
}
