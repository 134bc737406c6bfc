import { data, href, redirectDocument } from "react-router";

import { pageStatus } from "#app/commerce/result.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import { profileRules } from "#app/forms/profile.ts";
import { inTime } from "#app/http/client-hints.server.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { commerceContext, sessionContext, siteContext, visitorContext } from "#app/request/context.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { nameOfAccount } from "#app/session/account-key.ts";
import { safeImageUrl } from "#app/tenant/urls.ts";
import { profileLoadMessage } from "#app/texts/messages.ts";
import { rich } from "#app/texts/rich.ts";
import { AccountNav } from "#app/ui/account-nav.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { Late } from "#app/ui/late.tsx";
import { LoadingPart } from "#app/ui/loading.tsx";
import { NotLoaded } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/edit-profile";
import { changeMessageChannel, loadMessageChannels } from "./message-channels.server.ts";
import { MessageChannels } from "./message-channels.tsx";
import { PhoneSignIn } from "./phone-sign-in.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { saveProfile } from "./save-profile.server.ts";

export const handle = { prefetch: true } satisfies RouteHandle;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = context.get(visitorContext);
  const viewer = user && { email: user.email, verifiedPhone: user.verifiedPhone };
  const { value, late } = await inTime(request, loadProfile(context));
  return late ? { viewer, late: late.then(({ page }) => page) } : data({ viewer, ...value.page }, value.status);
}

async function loadProfile(context: Route.LoaderArgs["context"]) {
  const [answer, messages] = await Promise.all([
    context.get(commerceContext).getProfile(),
    loadMessageChannels(context),
  ]);
  if (!answer.ok) {
    const page = { profile: null, problem: profileLoadMessage(answer.error), messages };
    return { page, status: pageStatus(answer.error) };
  }
  const { username, email } = answer.value;
  const pictureUrl = safeImageUrl(answer.value.pictureUrl, context.get(siteContext).tenant);
  const account = { username, email, phone: answer.value.phone };
  const about = `profile of ${nameOfAccount(account)}`;
  const phone = context.get(sessionContext).typedAbout(about)?.phone ?? account.phone;
  const profile = { username, email, phone, pictureUrl, about, account };
  return { page: { profile, problem: null, messages }, status: 200 };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  if (form.has("messages")) return changeMessageChannel(context, form);
  const submission = parseForm(form, profileRules());
  if (submission.status !== "success") return data(submission.reply(), 400);

  const refusal = await saveProfile(context.get(commerceContext), form, submission.value);
  if (refusal) return data(submission.reply({ formErrors: [refusal.problem] }), refusal.status);
  const session = context.get(sessionContext);
  if (session.typed) session.setTyped(null);
  session.setFlash({ kind: "success", text: t("messages.profileUpdated") });
  return redirectDocument(href("/edit-profile"), 303);
}

export default function EditProfile({ loaderData, actionData }: Route.ComponentProps) {
  const shop = useShop();
  const { features } = shop.brand;
  const { viewer } = loaderData;
  return (
    <div className="narrow">
      <PageHead shop={shop} title={t("account.editProfile")} />
      <AccountNav brand={shop.brand} current="/profile" />
      <h1>{rich("account.editProfile")}</h1>
      <p className="lead">{rich("account.editProfileLead")}</p>
      <Late of={loaderData} fallback={<LoadingPart>{rich("account.loadingProfile")}</LoadingPart>}>
        {({ profile, problem, messages }) => (
          <>
            {problem && <NotLoaded>{problem}</NotLoaded>}
            {profile && <ProfileForm profile={profile} lastResult={actionData} mayAddEmail={features.phoneSignIn} />}
            {features.phoneSignIn && viewer && <PhoneSignIn viewer={viewer} />}
            {messages && viewer && <MessageChannels phone={viewer.verifiedPhone} of={messages} />}
          </>
        )}
      </Late>
      <p className="form-row">
        <a href={href("/account")}>{rich("frame.yourAccount")}</a>{" "}
        {features.passwordChange && <a href={href("/change-password")}>{rich("account.changePassword")}</a>}{" "}
        {features.sessions && <a href={href("/sessions")}>{rich("account.yourDevices")}</a>}
      </p>
    </div>
  );
}
