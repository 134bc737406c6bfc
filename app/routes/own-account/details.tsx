import { AccountField } from "#app/forms/account-field.tsx";
import { commerceContext } from "#app/request/context.ts";
import { DemoOutbox } from "#app/routes/account/demo-outbox.tsx";
import { useShop } from "#app/routes/use-shop.ts";
import { rich } from "#app/texts/rich.ts";
import { AccountNav } from "#app/ui/account-nav.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/details";
import { changeDetails } from "./change-details.server.ts";
import { EmailForm, NameForm, RemindersForm } from "./details-forms.tsx";
import { requireEmbedded } from "./embedded-only.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  requireEmbedded(context);
  const reminders = await context.get(commerceContext).getReminders();
  return { reminders: reminders.ok ? reminders.value : null };
}

export async function action({ request, context }: Route.ActionArgs) {
  requireEmbedded(context);
  return changeDetails(context, await request.formData());
}

export default function Details({ loaderData, actionData, matches }: Route.ComponentProps) {
  const shop = useShop();
  const { viewer } = matches[1].loaderData;
  return (
    <div className="narrow">
      <PageHead shop={shop} title={t("own.details")} />
      <AccountNav brand={shop.brand} current="/profile" />
      <h1>{rich("own.details")}</h1>
      <DemoOutbox brand={shop.brand} />
      {viewer && (
        <>
          <NameForm username={viewer.username} lastResult={actionData?.name}>
            <AccountField of={viewer} />
          </NameForm>
          <EmailForm viewer={viewer} example={shop.brand.email} lastResult={actionData?.email}>
            <AccountField of={viewer} />
          </EmailForm>
          {loaderData.reminders && (
            <RemindersForm reminders={loaderData.reminders} problem={actionData?.reminders}>
              <AccountField of={viewer} />
            </RemindersForm>
          )}
        </>
      )}
    </div>
  );
}
