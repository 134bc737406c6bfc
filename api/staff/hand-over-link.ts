import type { Staff } from "./staff.ts";

/**
 * The link's token if its maker has to hand it over (`mail` is "none"). Otherwise the link was mailed to the address, or the mail
 * failed.
 */
export type HandedOver = { token: string | null; mail: "none" | "sent" | "failed" };

/**
 * Mails a one-time link to its address. Its maker does not see it, so that only the mailbox's owner can use it. Without staff mail,
 * and in the demo, the maker gets it.
 */
export async function handOverLink(
  { mail, site, isDemo }: Pick<Staff, "mail" | "site" | "isDemo">,
  { email, token, isReset }: { email: string; token: string; isReset: boolean },
): Promise<HandedOver> {
  if (mail === undefined || site === undefined || isDemo()) return { token, mail: "none" };
  const use = isReset
    ? "With this link you set a new password and a new authenticator app. Your sessions end and your passkeys go when you use it:"
    : "You are invited to the console of your shops. With this link you join:";
  const text = [
    `${use}\n${site.origin}/invitation/${token}`,
    "It works once, within three days. Pass it on to nobody. If you did not expect it, do not use it.",
  ].join("\n\n");
  const subject = isReset ? "Your new link to the console" : "Your invitation to the console";
  return { token: null, mail: (await mail.send({ to: email, subject, text })) ? "sent" : "failed" };
}
