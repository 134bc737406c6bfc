import { formatDateTime } from "../domain/days.ts";
import { escapeHtml } from "../mail/letter/html.ts";
import { sandboxLayout } from "./layout.ts";
import type { SandboxMail } from "./mailbox.ts";

/** Lists the mails of a demo brand. */
export const mailboxPage = (mails: SandboxMail[]) =>
  sandboxLayout(
    "Outbox",
    `<p>This is a demo: here are the mails and messages that the shop has sent, the newest first. A new one takes a second or two.</p>
<p><a href="/sandbox/outbox">Look again</a> · <a href="/">Back to the shop</a></p>
${mails.length === 0 ? "<p>There is no mail yet.</p>" : `<ol class="mails">\n${mails.map(toItem).join("\n")}\n</ol>`}`,
  );

const toItem = ({ id, to, subject, sentAt }: SandboxMail) =>
  `<li><a href="/sandbox/outbox?mail=${encodeURIComponent(id)}">${escapeHtml(subject)}</a><br>
To ${escapeHtml(to)}, ${formatDateTime(sentAt)}</li>`;

/** One mail in a frame, in the form of mail programs, and as text with links. */
export const mailPage = ({ id, to, subject, sentAt, text, html }: SandboxMail) =>
  sandboxLayout(
    subject,
    `<p>To ${escapeHtml(to)}, ${formatDateTime(sentAt)}</p>
${html === "" ? "" : `<iframe title="The mail" src="/sandbox/outbox?mail=${encodeURIComponent(id)}&amp;as=html"></iframe>\n<h2>As text</h2>`}
<div class="letter">${linkify(text.trim())}</div>
<p><a href="/sandbox/outbox">All mail</a></p>`,
  );

/** Makes links open in the window that contains the frame. */
export const framedMail = (html: string) => html.replace("<head>", '<head><base target="_top">');

/**
 * The page may show its mail in a frame. The frame runs no scripts and navigates only when the reader follows a link.
 */
export const MAIL_PAGE_POLICY = "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'";
export const FRAME_POLICY =
  "default-src 'none'; img-src 'self' https:; style-src 'unsafe-inline'; frame-ancestors 'self'; " +
  "sandbox allow-top-navigation-by-user-activation";

export const unknownMailPage = () =>
  sandboxLayout("Mail not found", `<p>There is no such mail. <a href="/sandbox/outbox">All mail</a></p>`);

/** Converts text to HTML with links for web addresses. */
const linkify = (text: string) =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 0 ? escapeHtml(part) : `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>`,
    )
    .join("");
