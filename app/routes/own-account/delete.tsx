import { data, href, redirectDocument } from "react-router";

import { needsDevice } from "#app/commerce/own-account-calls.server.ts";
import { pageStatus } from "#app/commerce/result.ts";
import { isForOtherAccount, otherAccountText } from "#app/forms/account-field.tsx";
import { deletionRules } from "#app/forms/own-account.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import { commerceContext, sessionContext, siteContext, visitorContext } from "#app/request/context.ts";
import { confirmDeviceHref } from "#app/routes/links.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { messageFor } from "#app/texts/messages.ts";
import { marked, rich } from "#app/texts/rich.ts";
import { AccountNav } from "#app/ui/account-nav.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/delete";
import { DeletionForm } from "./deletion-form.tsx";
import { requireEmbedded } from "./embedded-only.server.ts";
import { countLosses } from "./losses.server.ts";
import { describeLosses } from "./losses.ts";

export async function loader({ context }: Route.LoaderArgs) {
  requireEmbedded(context);
  return countLosses(context);
}

export async function action({ request, context }: Route.ActionArgs) {
  requireEmbedded(context);
  const form = await request.formData();
  const submission = parseForm(form, deletionRules());
  const hideFields = ["password"];
  if (submission.status !== "success") return data(submission.reply({ hideFields }), 400);
  const { user } = context.get(visitorContext);
  if (user && isForOtherAccount(form, user))
    return data(submission.reply({ hideFields, formErrors: [otherAccountText(user)] }), 409);
  const deleted = await context.get(commerceContext).deleteAccount(submission.value.password);
  if (deleted.ok) {
    const session = context.get(sessionContext);
    session.signOut();
    session.setFlash({ kind: "success", text: t("own.deleted") });
    return redirectDocument(href("/"), { status: 303, headers: { "Clear-Site-Data": '"cache"' } });
  }
  if (needsDevice(deleted.error, context.get(siteContext).tenant))
    return redirectDocument(confirmDeviceHref(href("/account/delete")), 303);
  const reason = deleted.error.kind === "status" ? deleted.error.fields.password : undefined;
  const refused = reason
    ? { fieldErrors: { password: [reason] } }
    : { formErrors: [messageFor("deleteAccount", deleted.error)] };
  return data(submission.reply({ hideFields, ...refused }), pageStatus(deleted.error));
}

export default function DeleteAccount({ loaderData, actionData, matches }: Route.ComponentProps) {
  const shop = useShop();
  const { viewer } = matches[1].loaderData;
  return (
    <div className="narrow">
      <PageHead shop={shop} title={t("own.delete")} />
      <AccountNav brand={shop.brand} current="/profile" />
      <h1>{rich("own.delete")}</h1>
      <Alert>
        <p>{rich("own.deleteForGood")}</p>
        <ul className="account-losses">
          {describeLosses(loaderData).map((loss) => (
            <li key={loss}>{marked(loss)}</li>
          ))}
        </ul>
      </Alert>
      <p>
        {rich("own.deleteKeeps", {
          orders: (parts) => <a href={href("/order-history")}>{parts}</a>,
          link: (parts) => <a href={href("/privacy")}>{parts}</a>,
        })}
      </p>
      {viewer && <DeletionForm viewer={viewer} lastResult={actionData} />}
    </div>
  );
}
