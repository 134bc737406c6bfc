import { data, href, redirectDocument } from "react-router";

import { pageStatus } from "#app/commerce/result.ts";
import { backendContext, commerceContext, sessionContext, siteContext, visitorContext } from "#app/request/context.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { messageFor } from "#app/texts/messages.ts";
import { rich } from "#app/texts/rich.ts";
import { AccountNav } from "#app/ui/account-nav.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { Alert, NotLoaded } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/sessions";
import { SessionList } from "./session-list.tsx";

/** A backend that does not list sessions answers 404, and so does this page. */
export async function loader({ context }: Route.LoaderArgs) {
  const answer = await context.get(commerceContext).listSessions();
  const { features } = context.get(siteContext).tenant;
  const hasPassword = !(features.phoneSignIn && context.get(visitorContext).user?.email === "");
  const changeHref = hasPassword
    ? href(features.passwordChange ? "/change-password" : "/forgot")
    : href("/confirm-phone");
  if (answer.ok) return { sessions: answer.value, hasPassword, changeHref, problem: null };
  if (answer.error.kind === "status" && answer.error.status === 404) throw data(null, 404);
  return data(
    { sessions: [], hasPassword, changeHref, problem: messageFor("sessions", answer.error) },
    pageStatus(answer.error),
  );
}

/** Ends one session, or confirms its device. Logout ends the current one, because it also clears the cookies. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const id = String(form.get("id"));
  if (form.get("intent") === "confirm") return confirmOther(context, id);
  const answer = await context.get(commerceContext).endSession(id);
  if (!answer.ok) return data({ problem: messageFor("endSession", answer.error) }, pageStatus(answer.error));
  context.get(sessionContext).setFlash({ kind: "success", text: t("messages.deviceSignedOut") });
  return redirectDocument(href("/sessions"), 303);
}

async function confirmOther(context: Route.ActionArgs["context"], id: string) {
  if (!context.get(backendContext).isEmbedded) throw data(null, 404);
  const answer = await context.get(commerceContext).confirmOtherDevice(id);
  if (!answer.ok) return data({ problem: messageFor("confirmOtherDevice", answer.error) }, pageStatus(answer.error));
  context.get(sessionContext).setFlash({ kind: "success", text: t("messages.otherDeviceConfirmed") });
  return redirectDocument(href("/sessions"), 303);
}

export default function Sessions({ loaderData, actionData }: Route.ComponentProps) {
  const shop = useShop();
  return (
    <div className="narrow">
      <PageHead shop={shop} title={t("account.yourDevices")} />
      <AccountNav brand={shop.brand} current="/profile" />
      <h1>{rich("account.yourDevices")}</h1>
      <p className="lead">
        {rich(loaderData.hasPassword ? "account.devicesLead" : "account.devicesLeadPhone", {
          link: (parts) => <a href={loaderData.changeHref}>{parts}</a>,
        })}
      </p>
      {actionData?.problem && <Alert>{actionData.problem}</Alert>}
      {loaderData.problem && <NotLoaded>{loaderData.problem}</NotLoaded>}
      <SessionList sessions={loaderData.sessions} />
    </div>
  );
}
