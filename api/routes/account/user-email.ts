import { Router } from "express";
import { z } from "zod";

import { t } from "../../../config/language/t.ts";
import { askForEmail } from "../../accounts/add-email.ts";
import { deviceNotConfirmed, isUnlocked } from "../../accounts/confirm-device.ts";
import { sendVerificationAgain, verifyEmail } from "../../accounts/verify-email.ts";
import { ApiError } from "../../base/error.ts";
import { originOf } from "../../http/client-net.ts";
import { parseBody } from "../../http/parse.ts";
import { Email, Token } from "../../http/person.ts";
import { acceptUser, idOfUser, requireUser } from "../../http/require-user.ts";
import type { Shop } from "../../shop/shop.ts";

const EmailBody = z.object({ email: Email });
const VerifyBody = z.object({ token: Token });

/** POST /user/verify-email/ with the token of a mailed link; verify-email/send/ sends another mail. email/ adds an address. */
export function createUserEmailRouter(shop: Shop) {
  const router = Router();

  router.post("/verify-email/", acceptUser(shop), async (req, res) => {
    const { token } = parseBody(VerifyBody, req);
    const verified = await verifyEmail(shop, { token, signedInAs: idOfUser(req) });
    if (verified === undefined) throw new ApiError(400, t("api.oldLink"));
    if ("needsSignIn" in verified) throw new ApiError(403, t("api.signInToConfirm"), undefined, "sign_in_required");
    if ("isTaken" in verified) throw new ApiError(409, t("api.emailTaken"));
    if (verified.resetToken === undefined) return void res.status(204).end();
    res.json({ reset_token: verified.resetToken });
  });

  /** Adds an address to an account without one: nothing changes until its link is opened. */
  router.post("/email/", requireUser(shop), async (req, res) => {
    const { email } = parseBody(EmailBody, req);
    if (req.user.email !== "") throw new ApiError(409, t("api.hasEmail"));
    if (!(await isUnlocked(shop, req.user.sessionId))) throw deviceNotConfirmed();
    const asked = { userId: req.user.id, email, origin: originOf(shop.tenant, req), net: req.clientNet };
    if (!(await askForEmail(shop, asked))) throw new ApiError(429, t("api.tooManyMails"));
    res.status(202).json({ email });
  });

  router.post("/verify-email/send/", requireUser(shop), async (req, res) => {
    const { id: userId, email } = req.user;
    if (email === "") throw new ApiError(409, t("api.addEmail"));
    const asked = { userId, email, origin: originOf(shop.tenant, req), net: req.clientNet };
    if (!req.user.isEmailVerified && !(await sendVerificationAgain(shop, asked)))
      throw new ApiError(429, t("api.tooManyMails"));
    res.status(202).json({ email_verified: req.user.isEmailVerified });
  });

  return router;
}
