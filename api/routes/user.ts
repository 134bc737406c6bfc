import { Router } from "express";
import { z } from "zod";

import { t } from "../../config/language/t.ts";
import { logIn } from "../accounts/log-in.ts";
import type { LoggedIn } from "../accounts/open-session.ts";
import { logOut, refreshSession } from "../accounts/sessions.ts";
import { signUp } from "../accounts/sign-up.ts";
import { updateContact } from "../accounts/update-contact.ts";
import { toRupees } from "../domain/pricing.ts";
import { browserOf } from "../http/browser.ts";
import { originOf } from "../http/client-net.ts";
import { parseBody } from "../http/parse.ts";
import { AccountName, Email, LoginName, NewPassword, Phone } from "../http/person.ts";
import { requireUser } from "../http/require-user.ts";
import { storedPhone, updateLanguage } from "../repositories/accounts/users.ts";
import type { Shop } from "../shop/shop.ts";

const LoginBody = z.object({
  username: LoginName,
  password: z.string().min(1, { error: () => t("api.passwordMissing") }),
  grant_type: z.literal("password").optional(),
  language: z.string().optional().catch(undefined),
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

/** The answer of a login: its tokens and the shopper. */
export const loggedInJson = ({ accessToken, refreshToken, deviceToken, language, user }: LoggedIn) => ({
  access_token: accessToken,
  refresh_token: refreshToken,
  device_token: deviceToken,
  language,
  user: { username: user.username, email: user.email, phone: user.phone ?? "", coins: toRupees(user.coins) },
});

/**
 * POST /user/login/, signup/, refreshtoken/, logout/, PATCH /user/update/ and PUT /user/language/ (docs/commerce-api.md). Extension:
 * `language` in the login's body and answer.
 */
export function createUserRouter(shop: Shop) {
  const router = Router();
  const { languages } = shop.tenant;
  const LanguageBody = z.object({ language: z.enum(languages) });

  router.post("/login/", async (req, res) => {
    const { username, password, language } = parseBody(LoginBody, req);
    const chosenLanguage = languages.find((code) => code === language);
    const browser = browserOf(req);
    res.json(loggedInJson(await logIn(shop, { username, password, net: req.clientNet, browser, chosenLanguage })));
  });

  router.post("/signup/", async (req, res) => {
    const form = parseBody(SignupBody, req);
    const origin = originOf(shop.tenant, req);
    const deviceToken = await signUp(shop, { ...form, net: req.clientNet, origin, browser: browserOf(req) });
    const { username, email } = form;
    // The answer is the same for a free and for a taken e-mail address.
    res.status(201).json({ username, email, phone: storedPhone(form.phone) ?? "", device_token: deviceToken });
  });

  router.post("/refreshtoken/", async (req, res) => {
    const { accessToken, refreshToken } = await refreshSession(shop, parseBody(RefreshBody, req).refresh_token);
    res.json({ access_token: accessToken, refresh_token: refreshToken });
  });

  router.post("/logout/", async (req, res) => {
    await logOut(shop, parseBody(RefreshBody, req).refresh_token);
    res.status(204).end();
  });

  router.patch("/update/", requireUser(shop), async (req, res) => {
    const { email_new: email, phone } = parseBody(UpdateBody, req);
    const contact = await updateContact(shop, req.user, { email, phone });
    res.json({ username: req.user.username, ...contact });
  });

  router.put("/language/", requireUser(shop), async (req, res) => {
    const { language } = parseBody(LanguageBody, req);
    if (req.user.language !== language) await shop.db.transaction((tx) => updateLanguage(tx, req.user.id, language));
    res.status(204).end();
  });

  return router;
}
