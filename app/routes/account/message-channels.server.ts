import { href, redirectDocument, type RouterContextProvider } from "react-router";

import { backendContext, commerceContext, sessionContext, siteContext, visitorContext } from "#app/request/context.ts";
import { messageFor } from "#app/texts/messages.ts";

import { t } from "../../../config/language/t.ts";

type Context = Readonly<RouterContextProvider>;

/** The channels of messages to the shopper's confirmed phone; null for a shopper or a shop without them. */
export async function loadMessageChannels(context: Context) {
  const { user } = context.get(visitorContext);
  const { features } = context.get(siteContext).tenant;
  if (!context.get(backendContext).isEmbedded || !features.phoneSignIn || !user?.verifiedPhone) return null;
  const answer = await context.get(commerceContext).getMessageChannels();
  if (!answer.ok) return { channels: [], problem: messageFor("messageChannels", answer.error) };
  return { channels: answer.value.channels, problem: null };
}

/** Changes the channel that a form names. */
export async function changeMessageChannel(context: Context, form: FormData) {
  const channel = form.get("channel") === "sms" ? "sms" : "whatsapp";
  const changed = await context.get(commerceContext).setMessageChannel(channel, form.get("messages") === "on");
  const flash = changed.ok
    ? ({ kind: "success", text: t("messages.messageChannelSaved") } as const)
    : ({ kind: "error", text: messageFor("setMessageChannel", changed.error) } as const);
  context.get(sessionContext).setFlash(flash);
  return redirectDocument(`${href("/edit-profile")}#messages`, 303);
}
