import { createTransport, type SendMailOptions } from "nodemailer";
import type { Logger } from "pino";
import { Counter, Gauge, Registry } from "prom-client";

import { createCircuitBreaker } from "./circuit-breaker.ts";

/** A mail that takes longer is aborted, before the outbox lets another process send it. */
const TOTAL_MS = 40_000;
const TIMEOUTS = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

const FAILURES_IN_A_ROW = 3;
const PAUSE_MS = 30_000;

/** The operator's SMTP server, shared by all brands of a process. */
export type MailServer = {
  /** @throws MailNotTaken */
  send(message: SendMailOptions): Promise<void>;
  /** False while the circuit is open: it failed three times in a row and the next try is not due. */
  mayTry(): boolean;
  /** True from the third consecutive failure until it accepts a mail. */
  isDown(): boolean;
};

/** The mail server did not accept a mail. It omits the server's text, which may contain addresses. */
export class MailNotTaken extends Error {
  readonly code: string;

  constructor({ code = "unknown", responseCode }: SmtpError) {
    super(`the mail server did not accept it: ${[code, responseCode].filter(Boolean).join(" ")}`);
    this.name = "MailNotTaken";
    this.code = code;
  }
}

type SmtpError = { code?: string; responseCode?: number };

/** True if an error concerns the message and not the server. */
const isAboutMessage = ({ code, responseCode }: SmtpError) =>
  (code === "EENVELOPE" || code === "EMESSAGE") && responseCode !== 421;

type Options = { log: Logger; registry?: Registry; timeouts?: Partial<typeof TIMEOUTS>; now?: () => number };

export function createMailServer(url: string, { log, registry = new Registry(), timeouts, now }: Options): MailServer {
  const smtp = createTransport({ url, ...TIMEOUTS, ...timeouts });
  const mails = new Counter({
    name: "awning_mails_total",
    help: "Mails that the mail server has taken or failed",
    labelNames: ["outcome"],
    registers: [registry],
  });
  for (const outcome of ["taken", "failed"]) mails.inc({ outcome }, 0);
  const breaker = createCircuitBreaker({
    failuresInARow: FAILURES_IN_A_ROW,
    pauseMs: PAUSE_MS,
    now,
    onChange: (isDown) =>
      isDown
        ? log.error(`the mail server fails: mail waits; one try every ${PAUSE_MS / 1_000} s`)
        : log.info("the mail server accepts mail again"),
  });
  new Gauge({
    name: "awning_mail_server_circuit_open",
    help: "1 while mail waits, because the mail server fails",
    registers: [registry],
    collect() {
      this.set(Number(breaker.isOpen()));
    },
  });

  return {
    mayTry: breaker.mayTry,
    isDown: breaker.isOpen,
    async send(message) {
      const attempt = () => smtp.sendMail({ ...message, signal: AbortSignal.timeout(TOTAL_MS) });
      try {
        await breaker.run(attempt, (error) => !isAboutMessage(error as SmtpError));
        mails.inc({ outcome: "taken" });
      } catch (error) {
        mails.inc({ outcome: "failed" });
        throw new MailNotTaken(error as SmtpError);
      }
    },
  };
}
