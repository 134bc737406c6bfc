import { type Request, type Response, Router } from "express";
import { z } from "zod";

import { t } from "../../../config/language/t.ts";
import { MOBILE_DIGITS, PHONE_PROBLEM } from "../../../config/typed/phone.ts";
import { refuseCode } from "../../accounts/check-phone-code.ts";
import { deviceNotConfirmed, isUnlocked } from "../../accounts/confirm-device.ts";
import { confirmPhone } from "../../accounts/confirm-phone.ts";
import { logInByPhone } from "../../accounts/log-in-by-phone.ts";
import { sendPhoneCode } from "../../accounts/send-phone-code.ts";
import { ApiError, notFound } from "../../base/error.ts";
import { browserOf } from "../../http/browser.ts";
import { parseBody, Text } from "../../http/parse.ts";
import { Phone, Token } from "../../http/person.ts";
import { requireUser } from "../../http/require-user.ts";
import type { Shop } from "../../shop/shop.ts";
import { loggedInJson } from "../user.ts";

/** A number of India that receives messages. */
const Mobile = Phone.refine((phone) => MOBILE_DIGITS.test(phone), { error: PHONE_PROBLEM });

const PhoneBody = z.object({ phone: Mobile });
const CodeBody = z.object({ transaction_id: Token, code: Text(64) });
const ConfirmBody = CodeBody.extend({ code: Text(64).default(""), choice: z.literal("new").optional() });
const LoginBody = CodeBody.extend({
  code: Text(64).default(""),
  language: z.string().optional().catch(undefined),
  choice: z.enum(["mine", "new"]).optional(),
  whatsapp: z.boolean().default(false),
});

/**
 * POST /user/phone/code/ and login/: a sign-in, or a sign-up, with a number and a code. confirm/send/ and confirm/ make a number
 * the verified phone of a signed-in account (docs/commerce-api.md).
 */
export function createUserPhoneRouter(shop: Shop) {
  const router = Router();
  const { languages, features } = shop.tenant;
  router.use("/phone", (_req, _res, next) => next(features.phoneSignIn ? undefined : notFound()));

  const send = async (req: Request, res: Response, userId: string | null) => {
    const { phone } = parseBody(PhoneBody, req);
    const asked = { phone, net: req.clientNet, deviceToken: browserOf(req).token, userId };
    const { transaction, expiresInMs, resendAfterMs } = await sendPhoneCode(shop, asked);
    const times = { expires_in: expiresInMs / 1000, resend_after: Math.ceil(resendAfterMs / 1000) };
    res.status(202).json({ transaction_id: transaction, ...times });
  };

  router.post("/phone/code/", (req, res) => send(req, res, null));

  router.post("/phone/login/", async (req, res) => {
    const { transaction_id: transaction, code, choice, ...body } = parseBody(LoginBody, req);
    const chosenLanguage = languages.find((known) => known === body.language);
    const typed = { transaction, code, choice, chosenLanguage, wantsWhatsApp: body.whatsapp };
    const outcome = await logInByPhone(shop, { ...typed, browser: browserOf(req), net: req.clientNet });
    if (outcome === "denied") throw new ApiError(403, t("api.loginDenied"));
    if (outcome === "dormant") throw new ApiError(409, t("api.phoneDormant"), undefined, "dormant");
    if (typeof outcome === "string") throw refuseCode(outcome);
    res.json({ ...loggedInJson(outcome), is_new: outcome.isNew });
  });

  router.use("/phone/confirm", requireUser(shop), async (req, _res, next) => {
    if (!(await isUnlocked(shop, req.user.sessionId))) throw deviceNotConfirmed();
    next();
  });

  router.post("/phone/confirm/send/", (req, res) => send(req, res, req.user.id));

  router.post("/phone/confirm/", async (req, res) => {
    const { transaction_id: transaction, code, choice } = parseBody(ConfirmBody, req);
    const typed = { transaction, code, takesOver: choice === "new" };
    const outcome = await confirmPhone(shop, { userId: req.user.id, ...typed });
    if (outcome === "dormant") throw new ApiError(409, t("api.phoneDormant"), undefined, "dormant");
    if (outcome === "taken") throw new ApiError(409, t("api.phoneTaken"), undefined, "phone_taken");
    if (typeof outcome === "string") throw refuseCode(outcome);
    res.json({ phone: outcome.phone });
  });

  return router;
}
