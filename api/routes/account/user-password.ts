import { Router } from "express";
import { z } from "zod";

import { t } from "../../../config/language/t.ts";
import { changePassword } from "../../accounts/change-password.ts";
import { beginReset, exchangeResetCode, finishReset } from "../../accounts/reset-password.ts";
import { ApiError } from "../../base/error.ts";
import { browserOf } from "../../http/browser.ts";
import { parseBody } from "../../http/parse.ts";
import { LoginName, NewPassword, OneTimeCode, Token } from "../../http/person.ts";
import { requireUser } from "../../http/require-user.ts";
import type { Shop } from "../../shop/shop.ts";

const ForgotBody = z.object({ username: LoginName });
const CodeBody = z.object({
  transaction: Token,
  code: OneTimeCode,
});
const ChangeBody = z.object({
  old: z.string().min(1, { error: () => t("api.oldPasswordMissing") }),
  new: NewPassword,
});
const PasswordBody = z.object({ reset_token: Token, password: NewPassword });

/** The texts for a password that was not changed. */
const REFUSALS = {
  wrong: () => new ApiError(400, t("api.oldPasswordWrong"), { old: t("api.oldPasswordWrong") }),
  same: () => new ApiError(400, t("api.samePassword"), { new: "is the old one" }),
  "used up": () => new ApiError(429, t("api.tooManyPasswords")),
};

/**
 * POST /user/forgot/, verify-otp/ and reset-password/ set a new password with a mailed code; password/ changes it with
 * the old one, for signed-in shoppers.
 */
export function createUserPasswordRouter(shop: Shop) {
  const router = Router();

  // The same answer for every name, so that it does not reveal accounts.
  router.post("/forgot/", async (req, res) => {
    const { username } = parseBody(ForgotBody, req);
    const transaction = await beginReset(shop, username, req.clientNet, browserOf(req).token);
    if (transaction === undefined) throw new ApiError(429, t("api.tooManyToday"));
    res.status(202).json({ transaction });
  });

  router.post("/verify-otp/", async (req, res) => {
    const { transaction, code } = parseBody(CodeBody, req);
    const exchanged = await exchangeResetCode(shop, transaction, code, browserOf(req));
    if (exchanged) return void res.json({ reset_token: exchanged.token, device_token: exchanged.deviceToken });
    const detail = t("api.wrongCode");
    throw new ApiError(400, detail, { code: detail });
  });

  router.post("/reset-password/", async (req, res) => {
    const { reset_token, password } = parseBody(PasswordBody, req);
    const { client } = browserOf(req);
    const done = await finishReset(shop, { token: reset_token, password, net: req.clientNet, client });
    if (done === undefined) throw new ApiError(400, t("api.resetOver"));
    // Shoppers who forgot their password have often tried a few.
    await shop.loginLimiter.forgetFailures(done.email, req.clientNet, done.device);
    res.status(204).end();
  });

  router.post("/password/", requireUser(shop), async (req, res) => {
    const { old, new: password } = parseBody(ChangeBody, req);
    const { id: userId, sessionId } = req.user;
    const done = await changePassword(shop, { userId, sessionId, old, password, net: req.clientNet });
    if (done !== "done") throw REFUSALS[done]();
    res.status(204).end();
  });

  return router;
}
