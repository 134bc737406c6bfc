import { data, href, redirectDocument, type RouterContextProvider } from "react-router";

import { needsDevice } from "#app/commerce/own-account-calls.server.ts";
import { type CallError, pageStatus } from "#app/commerce/result.ts";
import { isForOtherAccount, otherAccountText } from "#app/forms/account-field.tsx";
import { ownEmailRules, ownNameRules } from "#app/forms/own-account.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import { commerceContext, sessionContext, siteContext, visitorContext } from "#app/request/context.ts";
import { confirmDeviceHref } from "#app/routes/links.ts";
import { loadBrand } from "#app/routes/load-brand.server.ts";
import { messageFor } from "#app/texts/messages.ts";

import { t } from "../../../config/language/t.ts";

type Context = Readonly<RouterContextProvider>;

/** Carries out the form of the page that was sent. */
export async function changeDetails(context: Context, form: FormData) {
  const { user } = context.get(visitorContext);
  if (user && isForOtherAccount(form, user)) {
    const isName = form.get("intent") === "name";
    const rules = isName ? ownNameRules() : ownEmailRules("");
    const refused = parseForm(form, rules).reply({ hideFields: ["password"], formErrors: [otherAccountText(user)] });
    return data(
      isName ? { name: refused, email: null, reminders: null } : { name: null, email: refused, reminders: null },
      409,
    );
  }
  if (form.get("intent") === "reminders") return changeReminders(context, form);
  return form.get("intent") === "name" ? changeName(context, form) : changeEmail(context, form);
}

async function changeReminders(context: Context, form: FormData) {
  const wants = form.has("coins");
  const changed = await context.get(commerceContext).setReminders(wants);
  if (changed.ok) return done(context, sayReminders(wants, changed.value.isOn));
  const problem = messageFor("changeReminders", changed.error);
  return data({ name: null, email: null, reminders: problem }, pageStatus(changed.error));
}

const sayReminders = (isWanted: boolean, isOn: boolean) =>
  isWanted ? t(isOn ? "own.remindersOn" : "own.remindersNone") : t("own.remindersOff");

async function changeName(context: Context, form: FormData) {
  const submission = parseForm(form, ownNameRules());
  if (submission.status !== "success") return data({ name: submission.reply(), email: null, reminders: null }, 400);
  const changed = await context.get(commerceContext).changeName(submission.value.username);
  if (!changed.ok) {
    const refused = submission.reply(describeRefusal(changed.error, messageFor("changeName", changed.error)));
    return data({ name: refused, email: null, reminders: null }, pageStatus(changed.error));
  }
  return done(context, t("own.nameChanged"));
}

async function changeEmail(context: Context, form: FormData) {
  const brand = await loadBrand(context);
  const submission = parseForm(form, ownEmailRules(brand.email));
  const hideFields = ["password"];
  if (submission.status !== "success")
    return data({ name: null, email: submission.reply({ hideFields }), reminders: null }, 400);
  const { email, password } = submission.value;
  const asked = await context.get(commerceContext).changeEmail(email, password);
  if (asked.ok) return done(context, t("own.emailLinkSent", { email }));
  if (needsDevice(asked.error, context.get(siteContext).tenant))
    return redirectDocument(confirmDeviceHref(href("/account/details")), 303);
  const refused = submission.reply({
    hideFields,
    ...describeRefusal(asked.error, messageFor("changeEmail", asked.error)),
  });
  return data({ name: null, email: refused, reminders: null }, pageStatus(asked.error));
}

/** Beside the field if the backend names one, else above the form. */
function describeRefusal(error: CallError, text: string) {
  const fields = error.kind === "status" ? Object.entries(error.fields) : [];
  if (fields.length === 0) return { formErrors: [text] };
  return { fieldErrors: Object.fromEntries(fields.map(([name, reason]) => [name, [reason]])) };
}

function done(context: Context, text: string) {
  context.get(sessionContext).setFlash({ kind: "success", text });
  return redirectDocument(href("/account/details"), 303);
}
