import { Router } from "express";
import { z } from "zod";

import { t } from "../../config/language/t.ts";
import { sendVerificationAgain, verifyEmail } from "../accounts/verify-email.ts";
import { ApiError } from "../base/error.ts";
import { originOf } from "../http/client-net.ts";
import { parseBody } from "../http/parse.ts";
import { Token } from "../http/person.ts";
import { requireUser } from "../http/require-user.ts";
import type { Shop } from "../shop/shop.ts";

const VerifyBody = z.object({ token: Token });

/** POST /user/verify-email/ with the token of a mailed link; verify-email/send/ sends another mail. */
export function createUserEmailRouter(shop: Shop) {
  const router = Router();

  router.post("/verify-email/", async (req, res) => {
    const { token } = parseBody(VerifyBody, req);
    const verified = await verifyEmail(shop, token);
    if (verified === undefined) throw new ApiError(400, t("api.oldLink"));
    if (verified.resetToken === undefined) return void res.status(204).end();
    res.json({ reset_token: verified.resetToken });
  });

  router.post("/verify-email/send/", requireUser(shop), async (req, res) => {
    const { id: userId, email } = req.user;
    const asked = { userId, email, origin: originOf(shop.tenant, req), net: req.clientNet };
    if (!req.user.isEmailVerified && !(await sendVerificationAgain(shop, asked)))
      throw new ApiError(429, t("api.tooManyMails"));
    res.status(202).json({ email_verified: req.user.isEmailVerified });
  });

  return router;
}
