import { escapeHtml } from "../html.ts";
import { sandboxLayout } from "../sandbox-layout.ts";
import type { SandboxMail } from "./sandbox-mailbox.ts";

const time = new Intl.DateTimeFormat("en-IN", { dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Kolkata" });

/** Every mail of a demo brand, with a link to each. */
export const mailboxPage = (mails: SandboxMail[]) =>
  sandboxLayout(
    "Outbox",
    `<p>This is a demo: here is the mail that the shop has sent, the newest first. A new mail takes a second or two.</p>
<p><a href="/sandbox/outbox">Look again</a> · <a href="/">Back to the shop</a></p>
${mails.length === 0 ? "<p>There is no mail yet.</p>" : `<ol class="mails">\n${mails.map(toItem).join("\n")}\n</ol>`}`,
  );

const toItem = ({ id, to, subject, sentAt }: SandboxMail) =>
  `<li><a href="/sandbox/outbox?mail=${encodeURIComponent(id)}">${escapeHtml(subject)}</a><br>
To ${escapeHtml(to)}, ${time.format(sentAt)}</li>`;

/** One mail as text, its links to be followed. */
export const mailPage = ({ to, subject, sentAt, text }: SandboxMail) =>
  sandboxLayout(
    subject,
    `<p>To ${escapeHtml(to)}, ${time.format(sentAt)}</p>
<div class="letter">${linkify(text.trim())}</div>
<p><a href="/sandbox/outbox">All mail</a></p>`,
  );

export const unknownMailPage = () =>
  sandboxLayout("Mail not found", `<p>There is no such mail. <a href="/sandbox/outbox">All mail</a></p>`);

/** Text as HTML in which web addresses are links. */
const linkify = (text: string) =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 0 ? escapeHtml(part) : `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>`,
    )
    .join("");
