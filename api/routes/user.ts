import { Router } from "express";
import { z } from "zod";
import { checkPassword } from "../accounts/check-password.ts";
import { deviceNotConfirmed, isUnlocked } from "../accounts/confirm-device.ts";
import { recogniseDevice, rememberLogin, tokenForBrowser } from "../accounts/devices.ts";
import { signUp } from "../accounts/sign-up.ts";
import { MAX_PASSWORD_LENGTH } from "../domain/passwords.ts";
import { toRupees } from "../domain/pricing.ts";
import { createToken, hashToken, randomId, signAccessToken } from "../domain/tokens.ts";
import { ApiError } from "../error.ts";
import { browserOf } from "../http/browser.ts";
import { originOf } from "../http/client-net.ts";
import { parseBody } from "../http/parse.ts";
import { AccountName, Email, LoginName, NewPassword, Phone } from "../http/person.ts";
import { requireUser } from "../http/require-user.ts";
import { queueSealedMail } from "../mail/sealed-mail.ts";
import { createSession, revokeByRefreshToken, rotateRefreshToken } from "../repositories/sessions.ts";
import {
  findUserByLogin,
  lockUser,
  storedPhone,
  updateDeliveryContact,
  updatePasswordHash,
} from "../repositories/users.ts";
import type { Shop } from "../shop.ts";

const LoginBody = z.object({
  username: LoginName,
  password: z.string().min(1, { error: "Password is required" }),
  grant_type: z.literal("password").optional(),
});

const SignupBody = z.object({
  username: AccountName,
  email: Email,
  password: NewPassword,
  phone: Phone.default(""),
});

const NO_REFRESH_TOKEN = { error: "No refresh token available" };
const RefreshBody = z.object({ refresh_token: z.string(NO_REFRESH_TOKEN).regex(/^[\w-]{1,200}$/, NO_REFRESH_TOKEN) });

const UpdateBody = z.object({
  email_new: z.union([z.literal(""), Email]).default(""),
  phone: Phone,
});

/** One text for an unknown user and a wrong password, so that nobody learns who has an account (spec, section 8). */
const wrongLogin = () => new ApiError(400, "Invalid email or password. Please check your credentials.");
const tooMany = (what: string) => new ApiError(429, `Too many ${what}. Please try again later.`);

/** POST /user/login/, signup/, refreshtoken/, logout/ and PATCH /user/update/ (spec, section 7). */
export function createUserRouter(shop: Shop) {
  const { tenant, db, clock, keys, limits, loginLimiter, passwords } = shop;
  const router = Router();

  const accessToken = (userId: string, sessionId: string, sessionEnd: number) =>
    signAccessToken(
      { tenantId: tenant.id, userId, sessionId, expiresAt: Math.min(clock.now() + limits.accessTokenMs, sessionEnd) },
      keys,
    );

  router.post("/login/", async (req, res) => {
    const { username, password } = parseBody(LoginBody, req);
    const browser = browserOf(req);
    const user = await findUserByLogin(db.read, username);
    const device = await recogniseDevice(db.read, browser.token, user?.id);
    if (!(await loginLimiter.tryLogin(username, req.clientNet, device))) throw tooMany("login attempts");
    if (password.length > MAX_PASSWORD_LENGTH) throw wrongLogin();

    const verdict = await passwords.verify(user?.password_hash, password);
    if (verdict === "busy") throw tooMany("login attempts");
    if (!user || verdict === "wrong") throw wrongLogin();
    await loginLimiter.loginSucceeded(username, req.clientNet, device);
    if (user.disabled_at !== null) throw new ApiError(403, "Account access denied. Please contact support.");

    const rehashed = verdict === "outdated" ? await passwords.hash(password) : "busy";
    const refreshToken = createToken();
    const [now, expiresAt] = [clock.now(), clock.now() + limits.sessionMs];
    const { sessionId, deviceToken } = await db.transaction(async (tx) => {
      // A reset that came between ends all sessions, so it must not be followed by one of the old password.
      if ((await lockUser(tx, user.id)).password_hash !== user.password_hash) throw wrongLogin();
      if (rehashed !== "busy") await updatePasswordHash(tx, user.id, rehashed);
      const { token, hash } = await rememberLogin(tx, shop, user.id, browser);
      const session = { userId: user.id, refreshToken, client: browser.client, deviceHash: hash, now, expiresAt };
      const max = limits.sessionsPerUser;
      return { sessionId: await createSession(tx, { ...session, max }), deviceToken: token };
    });
    res.json({
      access_token: accessToken(user.id, sessionId, expiresAt),
      refresh_token: refreshToken,
      device_token: deviceToken,
      user: {
        username: user.username,
        email: user.email,
        phone: user.phone ?? "",
        coins: toRupees(user.coins),
      },
    });
  });

  router.post("/signup/", async (req, res) => {
    const form = parseBody(SignupBody, req);
    if (!(await loginLimiter.trySignup(req.clientNet))) throw tooMany("sign-ups");
    await checkPassword(shop, form.password, form.email);
    const { token, client } = browserOf(req);
    const deviceToken = await tokenForBrowser(db.read, token);
    const device = { hash: hashToken(deviceToken), client };
    const done = await signUp(shop, { ...form, net: req.clientNet, origin: originOf(tenant, req), device });
    if (done !== "done") throw tooMany("sign-ups");
    const { username, email } = form;
    // The same whether or not somebody has this e-mail.
    res.status(201).json({ username, email, phone: storedPhone(form.phone) ?? "", device_token: deviceToken });
  });

  router.post("/refreshtoken/", async (req, res) => {
    const { refresh_token: refreshToken } = parseBody(RefreshBody, req);
    const successor = createToken();
    const { refreshGraceMs: graceMs, successorsPerRefreshToken: maxSuccessors } = limits;
    const rotation = { refreshToken, successor, now: clock.now(), graceMs, maxSuccessors };
    const session = await db.transaction((tx) => rotateRefreshToken(tx, rotation));
    // No refusal of the token: anyone who refreshes at once with many others has the successor of one of these.
    if (session === "too many") throw tooMany("refreshes");
    if (!session) throw new ApiError(401, "Your session has ended. Please sign in again.");
    res.json({
      access_token: accessToken(session.userId, session.sessionId, session.expiresAt),
      refresh_token: successor,
    });
  });

  router.post("/logout/", async (req, res) => {
    const { refresh_token: refreshToken } = parseBody(RefreshBody, req);
    await db.transaction((tx) => revokeByRefreshToken(tx, refreshToken, clock.now()));
    res.status(204).end();
  });

  router.patch("/update/", requireUser(shop), async (req, res) => {
    const { email_new, phone } = parseBody(UpdateBody, req);
    const { user } = req;
    const contact = {
      delivery_email: email_new === "" || email_new === user.email ? null : email_new,
      delivery_phone: storedPhone(phone) === user.phone ? null : storedPhone(phone),
    };
    const isElsewhere = contact.delivery_email !== null && contact.delivery_email !== user.deliveryEmail;
    if (isElsewhere && !(await isUnlocked(shop, user.sessionId))) throw deviceNotConfirmed();
    await db.transaction(async (tx) => {
      await updateDeliveryContact(tx, user.id, contact);
      // Without a proven address there is nobody to tell, and strangers would have mail sent.
      if (!isElsewhere || !user.isEmailVerified) return;
      const contents = { userId: user.id };
      await queueSealedMail(tx, shop, { kind: "contact-changed", about: randomId(), contents });
    });
    res.json({
      username: user.username,
      email: contact.delivery_email ?? user.email,
      phone: contact.delivery_phone ?? user.phone ?? "",
    });
  });

  return router;
}
