import { data, href, redirectDocument } from "react-router";

import { needsDevice } from "#app/commerce/device-calls.server.ts";
import { pageStatus } from "#app/commerce/result.ts";
import { AccountField, isForOtherAccount, otherAccountText } from "#app/forms/account-field.tsx";
import { fieldProps } from "#app/forms/field-props.ts";
import { deletionRules } from "#app/forms/own-account.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import { useCheckedForm } from "#app/forms/use-checked-form.ts";
import { commerceContext, sessionContext, siteContext, visitorContext } from "#app/request/context.ts";
import { confirmDeviceHref } from "#app/routes/links.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { messageFor } from "#app/texts/messages.ts";
import { rich } from "#app/texts/rich.ts";
import { AccountNav } from "#app/ui/account-nav.tsx";
import { Button } from "#app/ui/button.tsx";
import { CheckedForm } from "#app/ui/checked-form.tsx";
import { Checkbox, Field } from "#app/ui/field.tsx";
import { FormProblem } from "#app/ui/form-problem.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/delete";
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
      <AccountNav current="/profile" />
      <h1>{rich("own.delete")}</h1>
      <Alert>
        <p>{rich("own.deleteForGood")}</p>
        <ul className="account-losses">
          {describeLosses(loaderData).map((loss) => (
            <li key={loss}>{loss}</li>
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

type DeletionFormProps = {
  viewer: Parameters<typeof AccountField>[0]["of"];
  lastResult: Parameters<typeof useCheckedForm>[0]["lastResult"];
};

function DeletionForm({ viewer, lastResult }: DeletionFormProps) {
  const [form, fields, problem] = useCheckedForm({
    id: "delete-account",
    rules: deletionRules(),
    labels: { agreed: t("own.agree"), password: t("fields.password") },
    lastResult,
  });
  const { defaultValue, ...agreed } = fieldProps(fields.agreed, "text");
  return (
    <CheckedForm {...form} action={href("/account/delete")} className="form">
      <FormProblem {...problem} />
      <AccountField of={viewer} />
      <Checkbox
        label={rich("own.agree")}
        id={agreed.id}
        name={agreed.name}
        error={agreed.error}
        value="yes"
        defaultChecked={defaultValue === "yes"}
      />
      <Field
        label={rich("fields.password")}
        {...fieldProps(fields.password, "password")}
        autoComplete="current-password"
        hint={rich("own.passwordHint")}
      />
      <Button look="danger" busyLabel={t("own.deleting")}>
        {rich("own.deleteNow")}
      </Button>
    </CheckedForm>
  );
}
