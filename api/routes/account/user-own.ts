import { Router } from "express";
import { z } from "zod";

import { t } from "../../../config/language/t.ts";
import { askForEmail } from "../../accounts/add-email.ts";
import { deleteOwnAccount } from "../../accounts/delete-own-account.ts";
import { proveOwner } from "../../accounts/prove-owner.ts";
import { ApiError } from "../../base/error.ts";
import { originOf } from "../../http/client-net.ts";
import { parseBody } from "../../http/parse.ts";
import { AccountName, Email } from "../../http/person.ts";
import { requireUser } from "../../http/require-user.ts";
import { chooseCoinReminders, readCoinReminders } from "../../messages/coin-reminders.ts";
import { updateName } from "../../repositories/accounts/users.ts";
import type { Shop } from "../../shop/shop.ts";

/** Absent or "" for an account without a password. */
const Password = z.string().default("");

const NameBody = z.object({ username: AccountName });
const EmailBody = z.object({ email: Email, password: Password });
const RemindersBody = z.object({ coins: z.boolean() });
const DeleteBody = z.object({ password: Password });

/**
 * PUT /user/name/, GET and PUT /user/reminders/, POST /user/email/change/ and POST /user/delete/: changes by shoppers to their own
 * accounts.
 */
export function createUserOwnRouter(shop: Shop) {
  const router = Router();
  router.use(["/name/", "/reminders/", "/email/change/", "/delete/"], requireUser(shop));

  router.put("/name/", async (req, res) => {
    const { username } = parseBody(NameBody, req);
    await shop.db.transaction((tx) => updateName(tx, req.user.id, username));
    res.json({ username });
  });

  /** The choice about reminders before coins end, and their way. */
  router.get("/reminders/", async (req, res) => {
    res.json(remindersJson(await readCoinReminders(shop.db.read, shop, req.user)));
  });

  router.put("/reminders/", async (req, res) => {
    const { coins } = parseBody(RemindersBody, req);
    res.json(remindersJson(await chooseCoinReminders(shop, req.user, coins)));
  });

  /** Nothing changes until the link in the mail to the new address is opened. */
  router.post("/email/change/", async (req, res) => {
    const { email, password } = parseBody(EmailBody, req);
    const { user } = req;
    if (user.email === "" || !user.isEmailVerified) throw new ApiError(409, t("api.confirmEmailFirst"));
    if (email.toLowerCase() === user.email.toLowerCase()) throw sameEmail();
    await proveOwner(shop, user, { password, net: req.clientNet });
    const asked = { userId: user.id, email, origin: originOf(shop.tenant, req), net: req.clientNet };
    if (!(await askForEmail(shop, asked))) throw new ApiError(429, t("api.tooManyMails"));
    res.status(202).json({ email });
  });

  router.post("/delete/", async (req, res) => {
    const { password } = parseBody(DeleteBody, req);
    await proveOwner(shop, req.user, { password, net: req.clientNet });
    await deleteOwnAccount(shop, req.user);
    res.status(204).end();
  });

  return router;
}

const remindersJson = ({ isOn, by }: Awaited<ReturnType<typeof readCoinReminders>>) => ({ coins: isOn, by });

const sameEmail = () => new ApiError(400, t("api.sameEmail"), { email: t("api.sameEmail") });
