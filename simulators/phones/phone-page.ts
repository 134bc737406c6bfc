import { escape, frame, redirect } from "../wire/payment-page.ts";
import type { Call, Vendor } from "../wire/vendor.ts";
import type { Phones, PhoneState, SentMessage } from "./phones.ts";

type PageOptions<Failure> = {
  /** Such as "WhatsApp". */
  name: string;
  phones: Phones<Failure>;
  /** The failures to choose from. */
  failures: Record<string, Failure>;
  /** Sends a text from the recipient, if the provider receives any. */
  reply?(message: SentMessage<Failure>, text: string): void;
};

const ACTS: Record<string, PhoneState> = { Send: "sent", Deliver: "delivered", Read: "read" };

/** The list of all messages at "/", with buttons for what becomes of them. The last message comes first. */
export function addPhonePage<Failure>(vendor: Vendor, page: PageOptions<Failure>): void {
  const { phones, failures } = page;

  vendor.route("GET", "/", "page list", () => {
    const items = phones.messages.toReversed().map((message) => describe(message, page));
    const content = items.length === 0 ? "<p>No shop has sent a message yet.</p>" : items.join("\n");
    return { status: 200, body: frame(`Messages of the simulated ${page.name}`, `${STYLE}${content}`) };
  });

  vendor.route("POST", "/messages/:id", "page act", (call: Call) => {
    const { act = "", text = "" } = (call.body ?? {}) as { act?: string; text?: string };
    const message = phones.messages.find(({ id }) => id === call.params.id);
    if (message === undefined)
      return { status: 404, body: frame("Unknown message", "<p>There is no such message.</p>") };
    if (Object.hasOwn(ACTS, act)) phones.move(message.id, ACTS[act]!);
    if (Object.hasOwn(failures, act)) phones.move(message.id, "failed", failures[act]);
    if (act === "reply") page.reply?.(message, text);
    return redirect("/");
  });
}

const STYLE = `<style>article{border-top:1px solid #777;padding:.75rem 0}article p{white-space:pre-wrap;overflow-wrap:anywhere}
article form{display:flex;flex-wrap:wrap;gap:.5rem}article button{width:auto;min-height:2.75rem;padding:0 .75rem}</style>`;

function describe<Failure>({ id, to, template, text, link, state }: SentMessage<Failure>, page: PageOptions<Failure>) {
  const button = (act: string) => `<button name="act" value="${escape(act)}">${escape(act)}</button>`;
  const action = `/messages/${encodeURIComponent(id)}`;
  const open = state === "failed" ? [] : [...Object.keys(ACTS), ...Object.keys(page.failures)];
  return `<article>
<p class="note">To ${escape(to)} by ${escape(template)}: ${state}</p>
<p>${linked(text)}</p>${link === null ? "" : `<p>${linked(link)}</p>`}
<form method="post" action="${action}">${open.map(button).join("")}</form>
${page.reply === undefined ? "" : replyForm(action)}</article>`;
}

const replyForm = (action: string) =>
  `<form method="post" action="${action}"><input name="text" aria-label="Reply" value="STOP" required>
<button name="act" value="reply">Reply</button></form>`;

/** Addresses become links, so that a person can follow them. */
const linked = (text: string) =>
  text
    .split(/(https?:\/\/[^\s]+)/)
    .map((part, at) => (at % 2 === 1 ? `<a href="${escape(part)}">${escape(part)}</a>` : escape(part)))
    .join("");
