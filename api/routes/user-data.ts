import { Router } from "express";
import { toRupees } from "../domain/pricing.ts";
import type { Shop } from "../shop.ts";
import { requireUser } from "./require-user.ts";

/** GET /user-data/: who is signed in, and the balance (spec, section 7); beyond it `email_verified`. */
export function createUserDataRouter(shop: Shop) {
  const router = Router();
  router.get("/", requireUser(shop), ({ user }, res) => {
    res.json({
      username: user.username,
      email: user.email,
      phone: user.phone ?? "",
      coins: toRupees(user.coins),
      email_verified: user.isEmailVerified,
    });
  });
  return router;
}
