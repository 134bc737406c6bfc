import type { Tenant } from "../../tenants/schema.ts";
import { randomId } from "../domain/tokens.ts";
import type { Message } from "./mailer.ts";

/** Tells the account's own address that vouchers will go to another one, in case it was not its owner who asked. */
export function contactChangedMessage({ branding }: Tenant, to: string): Message {
  const shop = branding.organization_name ?? "our shop";
  const text =
    `The delivery address of your account at ${shop} was changed: vouchers of your next order go to another e-mail ` +
    `address. If that was not you, change your password and write to ${branding.email ?? "us"}.`;
  return { id: randomId(), to, subject: "Your delivery address was changed", text, html: `<p>${escapeHtml(text)}</p>` };
}

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
