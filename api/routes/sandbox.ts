import express, { type Response, Router } from "express";
import { z } from "zod";

import { isLoopbackDemo } from "../../config/brand/loopback.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import { originOf } from "../http/client-net.ts";
import { parseBody, parseQuery, Text } from "../http/parse.ts";
import { findSandboxPayment } from "../repositories/sandbox/sandbox.ts";
import { decidePayment, SANDBOX_DECISIONS, UPI_HANDLE } from "../sandbox/gateway.ts";
import { SANDBOX_CSS } from "../sandbox/layout.ts";
import { findInMailbox, listMailbox } from "../sandbox/mailbox.ts";
import {
  FRAME_POLICY,
  framedMail,
  MAIL_PAGE_POLICY,
  mailboxPage,
  mailPage,
  unknownMailPage,
} from "../sandbox/mailbox-page.ts";
import { sandboxPage, unknownPaymentPage } from "../sandbox/payment-page.ts";
import type { Shop } from "../shop/shop.ts";

/** The longest wait for the shop to accept the notification, before the payer is redirected back. */
const DELIVERY_WAIT_MS = 3_000;

const MailQuery = z.object({ mail: Text(64).optional(), as: z.literal("html").optional() });
const Decision = z.object({
  payment: z.string().max(64),
  decision: z.enum(SANDBOX_DECISIONS),
  app: z.string().max(64).optional(),
  payer: z.string().max(300).optional(),
});

/**
 * The sandbox gateway's page at /sandbox/upi. Anybody with the link may pay, as with any UPI link; payment ids cannot
 * be guessed. Browsers open it on the tenant's origin, so its links and forms are root-relative. /sandbox/outbox shows
 * a demo brand's mail, which holds codes, so it is served on loopback only.
 */
export function createSandboxRouter(shop: Shop) {
  const { db, clock, log, payments } = shop;
  const router = Router();
  // A brand with a gateway sells for real money, so nobody may approve an older sandbox payment.
  const findOpen = async (id: string) => (payments.kind === "sandbox" ? findSandboxPayment(db.read, id) : undefined);

  router.get("/sandbox.css", (_req, res) => void res.type("css").send(SANDBOX_CSS));

  router.get("/upi", async (req, res) => {
    const payment = await findOpen(String(req.query.payment));
    if (payment === undefined) sendUnknown(res);
    else res.send(sandboxPage(payment, { app: String(req.query.app), now: clock.now() }));
  });

  router.post("/upi", express.urlencoded({ extended: false, limit: "4kb" }), async (req, res) => {
    const { payment: paymentId, decision, app = "", payer } = parseBody(Decision, req);
    const payment = await findOpen(paymentId);
    if (payment === undefined) return sendUnknown(res);
    if (payer !== undefined && !UPI_HANDLE.test(payer)) {
      return void res.status(400).send(sandboxPage(payment, { app, now: clock.now(), refusedPayer: payer }));
    }
    await decidePayment(shop, paymentId, decision, payer);
    // The shop usually has the notification before the payer returns; otherwise the worker keeps trying.
    const signal = AbortSignal.timeout(DELIVERY_WAIT_MS);
    const delivered = payments
      .deliverNotificationsOf?.(paymentId, signal)
      .catch((error: unknown) => log.error({ err: error }, "delivery failed"));
    await Promise.race([delivered, new Promise((resolve) => signal.addEventListener("abort", resolve))]);
    res.redirect(303, payment.redirect_url);
  });

  if (isLoopbackDemo(shop.tenant)) {
    const mailbox = { tenantId: shop.tenant.id, ...shop };
    router.get("/outbox", async (req, res) => {
      const { mail: id, as } = parseQuery(MailQuery, req);
      if (id === undefined) return void res.send(mailboxPage(await listMailbox(mailbox)));
      const mail = await findInMailbox(mailbox, id);
      if (!mail) return void res.status(404).send(unknownMailPage());
      const here = (text: string) => leadHere(text, shop.tenant, originOf(shop.tenant, req));
      if (as === "html") {
        res.set({ "Content-Security-Policy": FRAME_POLICY, "X-Frame-Options": "SAMEORIGIN" });
        return void res.send(framedMail(here(mail.html)));
      }
      res.set("Content-Security-Policy", MAIL_PAGE_POLICY);
      res.send(mailPage({ ...mail, text: here(mail.text) }));
    });
  }

  return router;
}

/** Rewrites links to the shop to its current origin, because the port may have changed since the mail was written. */
const leadHere = (text: string, { hostnames }: Tenant, origin: string) =>
  text.replaceAll(/https?:\/\/([\w.-]+)(:\d+)?(?=\/)/g, (url, hostname) =>
    hostnames.includes(hostname) ? origin : url,
  );

const sendUnknown = (res: Response) => void res.status(404).send(unknownPaymentPage());
