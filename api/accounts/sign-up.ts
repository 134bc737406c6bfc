import { currentLanguage } from "../../config/language/current.ts";
import { tooManyTries } from "../base/error.ts";
import { isUniqueViolation, type Writer } from "../db/database.ts";
import { hashToken, randomId } from "../domain/tokens.ts";
import { takeFromShopDay } from "../limits/shop-quotas.ts";
import { takeMailOfNet } from "../mail/mail-quotas.ts";
import { queueSealedMail } from "../mail/sealed-mail.ts";
import { deleteDevicesOf, insertSignupDevice } from "../repositories/accounts/devices.ts";
import { revokeSessionsOf } from "../repositories/accounts/sessions.ts";
import {
  contestUser,
  createUser,
  findUnprovenUser,
  lockUserByEmail,
  updateLanguage,
} from "../repositories/accounts/users.ts";
import { takeFromDay } from "../repositories/limits/daily-quotas.ts";
import type { Shop } from "../shop/shop.ts";
import { checkPassword } from "./check-password.ts";
import { type Browser, tokenForBrowser } from "./devices.ts";
import { giveUpEmail } from "./give-up-email.ts";
import { sendVerification } from "./verify-email.ts";

type SignUp = {
  username: string;
  email: string;
  phone: string;
  password: string;
  /** The network by which limits count. */
  net: string;
  /** The origin of the links in mails. */
  origin: string;
  browser: Browser;
};

/**
 * Creates an account. An address that already has one gets the same answer, and its owner gets a mail. Until the address is
 * proven, the newest sign-up replaces the previous one. The proof then requires a new password (verify-email.ts), because only
 * access to the mailbox identifies the owner. A second sign-up with the same password comes from the same person: it mails the
 * link again and changes nothing.
 * @returns the browser's device token
 * @throws ApiError 400 for a password that is easily guessed, 429 beyond the limits and while too many passwords are being hashed
 */
export async function signUp(shop: Shop, form: SignUp): Promise<string> {
  if (!(await shop.loginLimiter.trySignup(form.net))) throw tooManyTries("api.tooManySignups");
  await checkPassword(shop, form.password, form.email);
  const deviceToken = await tokenForBrowser(shop.db.read, form.browser.token);
  const isWithin = await shop.db.transaction(
    async (tx) => (await takeMailOfNet(tx, shop, form.net)) && (await takeFromShopDay(tx, shop, "signups")),
  );
  if (!isWithin) throw tooManyTries("api.tooManySignups");
  // Both the hash and the check run for every address, so that the time of the answer does not reveal accounts.
  const passwordHash = await shop.passwords.hash(form.password, form.net);
  const waiting = await findUnprovenUser(shop.db.read, form.email);
  const verdict = await shop.passwords.verify(waiting?.password_hash, form.password, form.net);
  const repeated = verdict === "wrong" ? undefined : waiting?.password_hash;
  const device = { hash: hashToken(deviceToken), client: form.browser.client };
  const register = () =>
    shop.db.transaction((tx) => registerInside(tx, shop, { ...form, device, passwordHash, repeated }));
  await register().catch((error: unknown) => {
    if (isUniqueViolation(error)) return register(); // a simultaneous sign-up came first, and is found by the second try
    throw error;
  });
  return deviceToken;
}

/** `repeated`: the stored hash that the password fits, if it does. */
type Registration = SignUp & {
  device: { hash: string; client: string };
  passwordHash: string;
  repeated: string | undefined;
};

async function registerInside(tx: Writer, shop: Shop, form: Registration) {
  const { origin, device } = form;
  const now = shop.clock.now();
  const language = currentLanguage().code;
  const user = await findHolder(tx, form);
  if (user === undefined) {
    const userId = await createUser(tx, { ...form, language, now });
    await insertSignupDevice(tx, { ...device, userId, now });
    return sendVerification(tx, shop, { userId, email: form.email, origin });
  }
  if (user.disabled_at !== null) return;
  if (user.email_verified_at !== null) return notifyOwner(tx, shop, user.id, origin);
  if (user.password_hash !== form.repeated) {
    await contestUser(tx, user.id, { ...form, now });
    await revokeSessionsOf(tx, user.id, now);
    // A reset that has begun stays: its code or link went to the mailbox, so it is the owner's.
    await deleteDevicesOf(tx, user.id);
  }
  await updateLanguage(tx, user.id, language);
  await sendVerification(tx, shop, { userId: user.id, email: user.email, origin });
}

/**
 * The account with this address, locked. One that a phone identifies may have paid orders, so no other sign-up replaces it: it
 * keeps all but the address, which it never proved.
 */
async function findHolder(tx: Writer, { email, repeated }: Registration) {
  const user = await lockUserByEmail(tx, email);
  const isOfPhone = user !== undefined && user.verified_phone !== null && user.email_verified_at === null;
  if (!isOfPhone || user.disabled_at !== null || user.password_hash === repeated) return user;
  await giveUpEmail(tx, user.id);
  return undefined;
}

async function notifyOwner(tx: Writer, shop: Shop, userId: string, origin: string) {
  const limit = shop.limits.signupNoticesPerUserAndDay;
  if (!(await takeFromDay(tx, `signup-notices ${userId}`, limit, shop.clock.now()))) return;
  const contents = { userId, url: `${origin}/login` };
  await queueSealedMail(tx, shop, { kind: "signup-notice", about: randomId(), contents });
}
