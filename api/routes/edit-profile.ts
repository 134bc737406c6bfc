import { raw, type Request, Router } from "express";
import { z } from "zod";

import { READINGS } from "../../config/typed/readings.ts";
import { ApiError } from "../base/error.ts";
import { parse, Text } from "../http/parse.ts";
import { AccountName, Phone } from "../http/person.ts";
import { requireUser } from "../http/require-user.ts";
import { getUser, giveName, updateProfile } from "../repositories/accounts/users.ts";
import type { Shop } from "../shop/shop.ts";

/** Maximum size of a multipart form, including a picture. */
const MAX_FORM_BYTES = 2 * 1024 * 1024;

/**
 * The form also sends name, e-mail and picture, which stay unchanged (docs/commerce-api.md). Only an account that has no name gets
 * the name that is sent.
 */
const ProfileForm = z.object({
  username: Text(50).default("").overwrite(READINGS.line),
  phone: Phone,
  address_line1: Text(200).optional(),
  address_line2: Text(200).optional(),
  country: Text(100).optional(),
});

const NameForm = z.object({ username: AccountName });

/** GET and PUT /edit-profile/ (docs/commerce-api.md). */
export function createEditProfileRouter(shop: Shop) {
  const { db } = shop;
  const router = Router();
  router.use(requireUser(shop));

  router.get("/", async (req, res) => void res.json(await profileOf(req.user.id)));

  router.put("/", raw({ type: "multipart/form-data", limit: MAX_FORM_BYTES }), async (req, res) => {
    const { username, ...change } = parse(ProfileForm, await formOf(req));
    const isNamed = req.user.username !== "" || username === "";
    const { username: name } = isNamed ? { username: "" } : parse(NameForm, { username });
    await db.transaction(async (tx) => {
      await updateProfile(tx, req.user.id, change);
      if (name !== "") await giveName(tx, req.user.id, name);
    });
    res.json(await profileOf(req.user.id));
  });

  async function profileOf(userId: string) {
    const user = await getUser(db.read, userId);
    return {
      username: user.username,
      email: user.email,
      phone: user.phone ?? "",
      profile_pic_image_url: user.profile_picture_url,
      address_line1: user.address_line1,
      address_line2: user.address_line2,
      country: user.country,
    };
  }

  return router;
}

/**
 * The fields of a multipart body; the last of repeated fields counts. @throws ApiError 415 for another type, 400 for a
 * malformed body
 */
async function formOf(req: Request): Promise<Record<string, unknown>> {
  if (!Buffer.isBuffer(req.body)) throw new ApiError(415, "A multipart form is expected.");
  const headers = { "content-type": req.get("content-type") ?? "" };
  try {
    return Object.fromEntries(await new Response(new Uint8Array(req.body), { headers }).formData());
  } catch (error) {
    if (error instanceof TypeError) throw new ApiError(400, "The form could not be read.");
    throw error;
  }
}
