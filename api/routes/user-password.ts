import { Router } from "express";
import { z } from "zod";
import { beginReset, exchangeResetCode, finishReset } from "../accounts/reset-password.ts";
import { ApiError } from "../error.ts";
import type { Shop } from "../shop.ts";
import { parseBody } from "./parse.ts";
import { LoginName, NewPassword, Token } from "./person.ts";

const ForgotBody = z.object({ username: LoginName });
const CodeBody = z.object({
  transaction: Token,
  code: z.string().regex(/^\d{4}$/, { error: "Please enter the 4-digit code" }),
});
const PasswordBody = z.object({ reset_token: Token, password: NewPassword });

/** POST /user/forgot/, verify-otp/ and reset-password/: a new password by a code that is sent by mail. */
export function createUserPasswordRouter(shop: Shop) {
  const router = Router();

  // One answer for every name, so that nobody learns who has an account.
  router.post("/forgot/", async (req, res) => {
    const { username } = parseBody(ForgotBody, req);
    const transaction = await beginReset(shop, username, req.clientNet);
    if (transaction === undefined) throw new ApiError(429, "Too many requests. Please try again tomorrow.");
    res.status(202).json({ transaction });
  });

  router.post("/verify-otp/", async (req, res) => {
    const { transaction, code } = parseBody(CodeBody, req);
    const token = await exchangeResetCode(shop, transaction, code);
    if (token !== undefined) return void res.json({ reset_token: token });
    const detail = "This code is wrong or no longer valid.";
    throw new ApiError(400, detail, { code: detail });
  });

  router.post("/reset-password/", async (req, res) => {
    const { reset_token, password } = parseBody(PasswordBody, req);
    const done = await finishReset(shop, reset_token, password);
    if (done === undefined) throw new ApiError(400, "The time for a new password is over. Please ask for a new code.");
    if (done === "busy") throw new ApiError(429, "Too many requests. Please try again in a moment.");
    // Whoever forgot their password has often tried a few.
    await shop.loginLimiter.forgetFailures(done.email, req.clientNet);
    res.status(204).end();
  });

  return router;
}
