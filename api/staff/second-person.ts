import { DAY_MS } from "../domain/days.ts";
import { ApiError } from "../error.ts";
import { listInviters } from "../repositories/staff/audit.ts";
import { commandLine } from "./audit-trail.ts";
import type { Staff } from "./staff.ts";

/** An invitation's link is valid for three days, and a new account is looked at for a week. */
const NEW_MS = 10 * DAY_MS;

/**
 * Refuses a second member who may be the first one: a member who invites or resets an account sees its link. So within ten days
 * neither may have invited or reset the other, nor one member both.
 * @param asked the e-mail of the member who asked; @param approver of the one who approves
 * @throws ApiError 403
 */
export async function refuseSamePerson(
  { db, clock, isDemo }: Pick<Staff, "db" | "clock" | "isDemo">,
  asked: string,
  approver: string,
) {
  if (isDemo()) return; // whose owner has a public password, and shows how two members work
  const since = clock.now() - NEW_MS;
  const invitersOf = async (email: string) =>
    (await listInviters(db.read, email, since)).filter((name) => name !== commandLine().name);
  const [ofAsked, ofApprover] = [await invitersOf(asked), await invitersOf(approver)];
  const isOneOfTwo = ofAsked.includes(approver) || ofApprover.includes(asked);
  if (!isOneOfTwo && !ofAsked.some((name) => ofApprover.includes(name))) return;
  throw new ApiError(
    403,
    "Within the last ten days one of you has invited the other or made a new link for them, or one member has done so for both. Another member has to approve this.",
  );
}
