import { Router } from "express";
import { z } from "zod";

import { parseBody, Text } from "../../http/parse.ts";
import { confirmMember } from "../../staff/confirm-member.ts";
import { addPasskey, beginPasskey, removePasskey, showPasskeys } from "../../staff/passkeys.ts";
import type { Staff } from "../../staff/staff.ts";
import { requestPasskey } from "../../staff/use-passkey.ts";

const Name = Text(40)
  .transform((text) => text.trim())
  .refine((text) => text !== "", { error: "Give it a name, such as that of the device." });
const BeginBody = z.object({ name: Name, code: z.string().optional() });
const AddBody = z.object({ name: Name, passkey: z.string() });
const RemoveBody = z.object({ id: z.string(), code: z.string().optional() });

/** The member's own passkeys. */
export function createPasskeysRouter(staff: Staff): Router {
  const router = Router();

  router.get("/", async ({ member }, res) => {
    res.json(await showPasskeys(staff, member));
  });

  /** For the element that confirms an action. */
  router.get("/request", async ({ member }, res) => {
    res.json(await requestPasskey(staff, member));
  });

  router.post("/begin", async (req, res) => {
    const { code } = parseBody(BeginBody, req);
    await confirmMember(staff, req.member, code);
    res.json(await beginPasskey(staff, req.member));
  });

  router.post("/", async (req, res) => {
    const { name, passkey } = parseBody(AddBody, req);
    await addPasskey(staff, req.member, name, passkey);
    res.json({});
  });

  router.post("/remove", async (req, res) => {
    const { id, code } = parseBody(RemoveBody, req);
    await confirmMember(staff, req.member, code);
    await removePasskey(staff, req.member, id);
    res.json({});
  });

  return router;
}
