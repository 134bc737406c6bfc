import { Router } from "express";
import { z } from "zod";

import { confirmOtherDevice, confirmsElsewhere } from "../../accounts/confirm-other-device.ts";
import { endSession } from "../../accounts/sessions.ts";
import { notFound } from "../../base/error.ts";
import { translateClient } from "../../domain/client-name.ts";
import { parseBody, Text } from "../../http/parse.ts";
import { requireUser } from "../../http/require-user.ts";
import { isSessionConfirmed } from "../../repositories/accounts/devices.ts";
import { listSessions } from "../../repositories/accounts/sessions.ts";
import type { Shop } from "../../shop/shop.ts";

const SessionBody = z.object({ id: Text(64) });

/** GET /user/sessions/: the shopper's sessions. DELETE ends one and deletes its known device. POST confirm/ confirms the
 * device of one, for an account without a mailbox. */
export function createUserSessionsRouter(shop: Shop) {
  const { db, clock } = shop;
  const router = Router();
  router.use("/sessions", requireUser(shop));

  router.get("/sessions/", async ({ user }, res) => {
    const sessions = await listSessions(db.read, user.id, clock.now());
    const mayConfirm = confirmsElsewhere(shop, user) && (await isSessionConfirmed(db.read, user.sessionId));
    const toTime = (ms: number) => new Date(ms).toISOString();
    res.json(
      sessions.map(({ id, client, created_at, last_used_at, confirmed_at }) => {
        const isCurrent = id === user.sessionId;
        const lastUsedAt = isCurrent ? clock.now() : last_used_at;
        const times = { created_at: toTime(created_at), last_used_at: toTime(lastUsedAt) };
        const state = { is_current: isCurrent, may_confirm: mayConfirm && confirmed_at === null };
        return { id, ...times, client: translateClient(client), ...state };
      }),
    );
  });

  router.post("/sessions/confirm/", async (req, res) => {
    const { id } = parseBody(SessionBody, req);
    if (!(await confirmOtherDevice(shop, req.user, id))) throw notFound();
    res.status(204).end();
  });

  router.delete("/sessions/", async (req, res) => {
    const { id } = parseBody(SessionBody, req);
    if (!(await endSession(shop, req.user, id))) throw notFound();
    res.status(204).end();
  });

  return router;
}
