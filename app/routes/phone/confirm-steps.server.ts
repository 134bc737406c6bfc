import { data, href, redirectDocument, type RouterContextProvider } from "react-router";

import { needsDevice } from "#app/commerce/own-account-calls.server.ts";
import { type CallError, pageStatus } from "#app/commerce/result.ts";
import { commerceContext, sessionContext, siteContext } from "#app/request/context.ts";
import { confirmDeviceHref } from "#app/routes/links.ts";
import type { PhoneStep } from "#app/session/session.server.ts";
import { messageFor } from "#app/texts/messages.ts";

import { t } from "../../../config/language/t.ts";
import { askForCode } from "./phone-steps.server.ts";

type Context = Readonly<RouterContextProvider>;

/** Sends a code to a number that the shopper wants to sign in with. */
export async function sendConfirmation(context: Context, phone: string, field: "phone" | "code") {
  const session = context.get(sessionContext);
  const asked = { purpose: "confirm", phone, wantsWhatsApp: false } as const;
  const sent = await askForCode(session, asked, context.get(commerceContext).sendPhoneConfirmation);
  return sent.ok ? redirectDocument(href("/confirm-phone"), 303) : refuse(context, field, "sendPhoneCode", sent.error);
}

type Entered = { code: string } | { takesOver: true };

/** Confirms the number with a typed code, or takes it from an account of long ago, after the page has asked. */
export async function confirmNumber(context: Context, step: PhoneStep, entered: Entered) {
  const session = context.get(sessionContext);
  const confirmed = await context.get(commerceContext).confirmPhone(step.transaction, entered);
  if (!confirmed.ok) {
    const { error } = confirmed;
    const isDormant = error.kind === "status" && error.status === 409 && error.code === "dormant";
    if (isDormant || step.isDormant) session.setPhone({ ...step, isDormant });
    return isDormant ? redirectDocument(href("/confirm-phone"), 303) : refuse(context, "code", "confirmPhone", error);
  }
  session.setPhone(null);
  session.setFlash({ kind: "success", text: t("messages.phoneConfirmed") });
  return redirectDocument(href("/edit-profile"), 303);
}

/** A device that is not confirmed yet is confirmed first. */
function refuse(context: Context, field: string, call: "sendPhoneCode" | "confirmPhone", error: CallError) {
  if (needsDevice(error, context.get(siteContext).tenant))
    return redirectDocument(confirmDeviceHref(href("/confirm-phone")), 303);
  return data({ status: "error" as const, error: { [field]: [messageFor(call, error)] } }, pageStatus(error));
}
