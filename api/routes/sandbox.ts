import express, { Router, type Response } from "express";
import { z } from "zod";
import { isLoopbackDemo } from "../../config/loopback.ts";
import { findInMailbox, listMailbox } from "../mail/sandbox-mailbox.ts";
import { mailboxPage, mailPage, unknownMailPage } from "../mail/sandbox-mailbox-page.ts";
import { decidePayment, SANDBOX_DECISIONS, UPI_HANDLE } from "../payments/sandbox.ts";
import { sandboxPage, unknownPaymentPage } from "../payments/sandbox-page.ts";
import { findSandboxPayment } from "../repositories/sandbox.ts";
import { SANDBOX_CSS } from "../sandbox-layout.ts";
import type { Shop } from "../shop.ts";
import { parseBody, parseQuery, Text } from "./parse.ts";

/** How long the payer waits for the shop to take the notification before they are sent back to it. */
const DELIVERY_WAIT_MS = 3_000;

const MailQuery = z.object({ mail: Text(64).optional() });
const Decision = z.object({
  payment: z.string().max(64),
  decision: z.enum(SANDBOX_DECISIONS),
  payer: z.string().regex(UPI_HANDLE, { error: "must be a UPI handle such as asha@upi" }).optional(),
});

/**
 * The sandbox gateway's page at /sandbox/upi. Whoever has the link may pay, as with any UPI link: the payment's id cannot
 * be guessed. Browsers reach it on the tenant's origin, so its links and forms are root-relative. /sandbox/outbox shows
 * a demo's mail, which holds codes, so only where nobody but this machine can ask.
 */
export function createSandboxRouter(shop: Shop) {
  const { db, clock, log, payments } = shop;
  const router = Router();

  router.get("/sandbox.css", (_req, res) => void res.type("css").send(SANDBOX_CSS));

  router.get("/upi", async (req, res) => {
    const payment = await findSandboxPayment(db.read, String(req.query.payment));
    if (payment === undefined) sendUnknown(res);
    else res.send(sandboxPage(payment, String(req.query.app), clock.now()));
  });

  router.post("/upi", express.urlencoded({ extended: false, limit: "4kb" }), async (req, res) => {
    const { payment: paymentId, decision, payer } = parseBody(Decision, req);
    const payment = await findSandboxPayment(db.read, paymentId);
    if (payment === undefined) return sendUnknown(res);
    await decidePayment(shop, paymentId, decision, payer);
    // Usually the shop knows before the payer is back; if it does not in time, the worker goes on trying.
    const delivered = payments.deliverDue?.().catch((error: unknown) => log.error({ err: error }, "delivery failed"));
    await Promise.race([delivered, new Promise((resolve) => setTimeout(resolve, DELIVERY_WAIT_MS).unref())]);
    res.redirect(303, payment.redirect_url);
  });

  if (isLoopbackDemo(shop.tenant)) {
    const mailbox = { tenantId: shop.tenant.id, ...shop };
    router.get("/outbox", async (req, res) => {
      const { mail: id } = parseQuery(MailQuery, req);
      if (id === undefined) return void res.send(mailboxPage(await listMailbox(mailbox)));
      const mail = await findInMailbox(mailbox, id);
      res.status(mail ? 200 : 404).send(mail ? mailPage(mail) : unknownMailPage());
    });
  }

  return router;
}

const sendUnknown = (res: Response) => void res.status(404).send(unknownPaymentPage());
