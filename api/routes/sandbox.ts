import express, { Router, type Response } from "express";
import { z } from "zod";
import { decidePayment, SANDBOX_DECISIONS } from "../payments/sandbox.ts";
import { SANDBOX_CSS, sandboxPage, unknownPaymentPage } from "../payments/sandbox-page.ts";
import { findSandboxPayment } from "../repositories/sandbox.ts";
import type { Shop } from "../shop.ts";
import { parseBody } from "./parse.ts";

/** How long the payer waits for the shop to take the notification before they are sent back to it. */
const DELIVERY_WAIT_MS = 3_000;

const Decision = z.object({ payment: z.string().max(64), decision: z.enum(SANDBOX_DECISIONS) });

/**
 * The sandbox gateway's page at /sandbox/upi. Whoever has the link may pay, as with any UPI link: the payment's id cannot
 * be guessed. Browsers reach it on the tenant's origin, so its links and forms are root-relative.
 */
export function createSandboxRouter(shop: Shop) {
  const { db, clock, log, payments } = shop;
  const router = Router();

  router.get("/upi.css", (_req, res) => void res.type("css").send(SANDBOX_CSS));

  router.get("/upi", async (req, res) => {
    const payment = await findSandboxPayment(db.read, String(req.query.payment));
    if (payment === undefined) sendUnknown(res);
    else res.send(sandboxPage(payment, String(req.query.app), clock.now()));
  });

  router.post("/upi", express.urlencoded({ extended: false, limit: "4kb" }), async (req, res) => {
    const { payment: paymentId, decision } = parseBody(Decision, req);
    const payment = await findSandboxPayment(db.read, paymentId);
    if (payment === undefined) return sendUnknown(res);
    await decidePayment(shop, paymentId, decision);
    // Usually the shop knows before the payer is back; if it does not in time, the worker goes on trying.
    const delivered = payments.deliverDue?.().catch((error: unknown) => log.error({ err: error }, "delivery failed"));
    await Promise.race([delivered, new Promise((resolve) => setTimeout(resolve, DELIVERY_WAIT_MS).unref())]);
    res.redirect(303, payment.redirect_url);
  });

  return router;
}

const sendUnknown = (res: Response) => void res.status(404).send(unknownPaymentPage());
