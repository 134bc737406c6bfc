import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";
import { afterAll, describe, expect, test } from "vitest";

import { composeLetter } from "../../../../api/mail/letter.ts";
import type { OrderMail } from "../../../../api/mail/order-mail.ts";
import { button, paragraph } from "../../../../api/mail/parts.ts";
import { composeRefund } from "../../../../api/mail/refund.ts";
import { createMailer } from "../../../../api/mail/server/create-mailer.ts";
import { createMailServer, MailNotTaken } from "../../../../api/mail/server/mail-server.ts";
import { composeVouchers } from "../../../../api/mail/vouchers.ts";
import { TenantSchema } from "../../../../config/brand/schema.ts";
import { SmtpServer } from "../../../helpers/processes/smtp-server.ts";

const log = pino({ level: "silent" });
const dataDir = mkdtempSync(join(tmpdir(), "awning-mail-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

const tenant = TenantSchema.parse({
  id: "acme",
  hostnames: ["acme.example"],
  branding: { organization_name: "Acme & Sons", email: "help@acme.example" },
});
const message = { id: "message-1", to: "asha@example.test", subject: "Your cards", text: "Code 1\n", html: "<p>1</p>" };

const mail: OrderMail = {
  tenant: { ...tenant, branding: { ...tenant.branding, organization_name: "<Acme>", primary_color: "#123456" } },
  to: "asha@example.test",
  orderNumber: "ORD1",
  name: '<b>"Asha"</b>',
  reference: null,
  historyUrl: "https://acme.example/order-history",
  receipt: { number: "2026-27/000001", url: "https://acme.example/receipt?orderid=ORD1" },
};
const voucher = {
  name: "Tea <script>",
  faceValue: 12_345_050,
  cardNumber: "C&1",
  pin: null,
  claimUrl: null,
  expiresAt: Date.UTC(2026, 10, 20, 20),
  pictureUrl: "https://acme.example/media/cards/7.png?crop=social",
  productUrl: "https://acme.example/shopping-cart?product=7",
};

describe("mail", () => {
  test("without SMTP writes each message to a file that only its owner reads, and rewrites the same file when sent again", async () => {
    const mailer = createMailer({ tenant, dataDir });
    await mailer.send(message);
    await mailer.send(message);
    const folder = join(dataDir, "outbox", "acme");
    expect(readdirSync(folder)).toEqual(["message-1.eml"]);
    const file = join(folder, "message-1.eml");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const content = readFileSync(file, "utf8");
    expect(content).toMatch(/^From: "?Acme & Sons"? <help@acme\.example>\r?$/m);
    expect(content).toMatch(/^To: asha@example\.test\r?$/m);
    expect(content).toMatch(/^Message-ID: <message-1@acme\.example>\r?$/m);
    expect(content).toContain("Code 1");
    expect(content).toContain("<p>1</p>");
  });

  test("with SMTP hands each message to the server and waits for its acceptance", async () => {
    const smtp = await new SmtpServer().start();
    const mailer = createMailer({ tenant, dataDir, server: createMailServer(smtp.url, { log }) });
    await mailer.send(message);
    await smtp.close();
    expect(smtp.received).toContain("Message-ID: <message-1@acme.example>");
    await expect(mailer.send(message)).rejects.toThrow(MailNotTaken);
  });

  test("writes a demo brand's mail to files even where there is a mail server", async () => {
    const smtp = await new SmtpServer().start();
    const demo = { ...tenant, id: "demo", seed: "demo" as const };
    await createMailer({ tenant: demo, dataDir, server: createMailServer(smtp.url, { log }) }).send(message);
    await smtp.close();
    expect(smtp.connections).toBe(0);
    expect(readdirSync(join(dataDir, "outbox", "demo"))).toEqual(["message-1.eml"]);
  });

  test("shows codes, values with Indian grouping and India's date in the voucher mail, and names as text", () => {
    const { text, html, subject } = composeVouchers(mail, [voucher]);
    expect(subject).toBe("Your ₹1,23,450.50 Tea <script> gift card");
    expect(text).toContain("Order ORD1");
    expect(text).toContain("Tea <script>, ₹1,23,450.50");
    expect(text).toContain("Card number: C&1");
    expect(text).toContain("Valid until: 21 Nov 2026");
    expect(html).toContain("C&amp;1");
    expect(html).toContain("#123456");
    expect(html).not.toMatch(/<script|<b>|PIN/);
  });

  test("names in the subject the card and its amount without unnecessary paise, or the number of cards", () => {
    expect(composeVouchers(mail, [{ ...voucher, name: "Tea", faceValue: 25_100 }]).subject).toBe(
      "Your ₹251 Tea gift card",
    );
    expect(composeVouchers(mail, [voucher, voucher]).subject).toBe("Your 2 gift cards from <Acme>");
    expect(composeVouchers(mail, [], ["Gift"]).subject).toBe("Your gifts from <Acme>");
  });

  test("shows each card's picture once in the voucher mail and links to the redemption guide", () => {
    const tea = { ...voucher, pictureUrl: "https://acme.example/tea.png" };
    const { html, text } = composeVouchers(mail, [voucher, voucher, tea]);
    expect(html.match(/<img src="[^"]*(cards\/7|tea)\.png/g)).toHaveLength(2);
    expect(text).toContain("How to use it: https://acme.example/shopping-cart?product=7");
    expect(composeVouchers(mail, [{ ...voucher, pictureUrl: null }]).html).not.toContain('gift card" width');
  });

  test("contains the brand's icon and colours, and a footer with the sender and the reason", () => {
    const branding = {
      ...mail.tenant.branding,
      address: "1 Tea Lane",
      button_color: "#fff000",
      button_text_color: "#ffff00",
    };
    const legal = { entity: "Acme Private Limited", gstin: "29AAACA0000A1Z5" };
    const { text, html } = composeLetter(
      { ...mail.tenant, branding, legal },
      {
        to: "a@example.test",
        subject: "Hi",
        parts: [paragraph("Hello,\nthis is the news."), button("Go", "https://x/")],
      },
    );
    expect(html).toContain('<img src="https://acme.example/media/brand/icon-180.png"');
    expect(html).toContain("border-top:6px solid #123456");
    // Yellow words on a yellow button cannot be read.
    expect(html).toContain("background:#fff000;color:#18181b");
    expect(html).toMatch(/<div style="display:none[^>]*>this is the news\.<\/div>/);
    for (const body of [text, html.replaceAll("&lt;", "<").replaceAll("&gt;", ">")]) {
      expect(body).toContain("Acme Private Limited, 1 Tea Lane");
      expect(body).toContain("GSTIN 29AAACA0000A1Z5");
      expect(body).toContain("Questions? help@acme.example");
      expect(body).toContain("You get this mail because you have an account at <Acme>.");
    }
  });

  test("describes in the refund mail the returned money and how it comes back", () => {
    const { text } = composeRefund(mail, { amount: 27_000, coins: 3_050 });
    expect(text).toContain("₹270.00 is on its way back to the account you paid from.");
    expect(text).toContain("30.5 coins are back on your account.");
    expect(text).not.toContain("C&1");
  });
});
