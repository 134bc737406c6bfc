import { Router } from "express";
import { z } from "zod";

import { t } from "../../../config/language/t.ts";
import { confirmDevice, isUnlocked, sendDeviceCode } from "../../accounts/confirm-device.ts";
import { ApiError } from "../../base/error.ts";
import { browserOf } from "../../http/browser.ts";
import { parseBody, Text } from "../../http/parse.ts";
import { requireUser } from "../../http/require-user.ts";
import type { Shop } from "../../shop/shop.ts";

const CodeBody = z.object({ code: Text(64) });

/** POST /user/device/send-code/ and confirm/: confirms the current device with a mailed code. */
export function createUserDeviceRouter(shop: Shop) {
  const router = Router();
  router.use("/device", requireUser(shop));

  router.post("/device/send-code/", async (req, res) => {
    const { id: userId, sessionId, isEmailVerified } = req.user;
    if (await isUnlocked(shop, sessionId)) return void res.json({ is_confirmed: true });
    if (req.user.email === "") throw new ApiError(403, t("api.confirmElsewhere"), undefined, "no_email");
    // A code sent to an unverified address would prove nothing.
    if (!isEmailVerified) throw new ApiError(403, t("api.confirmEmail"), undefined, "email_not_verified");
    if (!(await sendDeviceCode(shop, { userId, sessionId, client: browserOf(req).client })))
      throw new ApiError(429, t("api.tooManyCodes"));
    res.status(202).json({ is_confirmed: false });
  });

  router.post("/device/confirm/", async (req, res) => {
    const { code } = parseBody(CodeBody, req);
    const { id: userId, sessionId } = req.user;
    const token = await confirmDevice(shop, { userId, sessionId }, code, browserOf(req));
    const detail = t("api.wrongCode");
    if (token === undefined) throw new ApiError(400, detail, { code: detail });
    res.json({ device_token: token });
  });

  return router;
}
