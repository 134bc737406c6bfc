import { Router } from "express";
import { z } from "zod";

import { t } from "../../config/language/t.ts";
import { notFound } from "../base/error.ts";
import { Lines, parseBody, Text } from "../http/parse.ts";
import { Email, PersonName } from "../http/person.ts";
import { sendContactMessage } from "../mail/send-contact-message.ts";
import type { Shop } from "../shop/shop.ts";

const Topic = z.object({ topic: z.enum(["general", "bulk"]).default("general") });

const Message = z.object({
  name: PersonName,
  email: Email,
  message: Lines(500, {
    empty: () => t("api.messageMissing"),
    tooLong: () => t("api.messageLong", { most: 500 }),
  }),
});

/** The additional fields of a bulk enquiry. */
const Bulk = z.object({
  organization: Text(100)
    .trim()
    .min(2, { error: () => t("api.organisation") }),
  quantity: z
    .int({ error: () => t("api.wholeNumber") })
    .min(1, { error: () => t("api.aboveZero") })
    .max(100_000, { error: () => t("api.atMost", { most: "100000" }) }),
});

/** POST /contact/: sends a message to the brand's own address. Not offered by a brand without an address. */
export function createContactRouter(shop: Shop) {
  const { tenant } = shop;
  const router = Router();

  router.post("/", async (req, res) => {
    if (tenant.branding.email === undefined) throw notFound();
    const { topic } = parseBody(Topic, req);
    const message = parseBody(Message, req);
    const bulk = topic === "bulk" ? parseBody(Bulk, req) : undefined;
    await sendContactMessage(shop, req.clientNet, { ...message, bulk });
    res.status(202).json({ status: "success" });
  });

  return router;
}
