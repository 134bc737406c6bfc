import { data, href, redirectDocument } from "react-router";

import { pageStatus } from "#app/commerce/result.ts";
import { PHONE_DIGITS } from "#app/constants.ts";
import { commerceContext, sessionContext, siteContext } from "#app/context.ts";
import { ABOUT_FIELD } from "#app/forms/about-field.ts";
import { fieldProps } from "#app/forms/field-props.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import { profileRules } from "#app/forms/profile.ts";
import { useCheckedForm } from "#app/forms/use-checked-form.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { profileLoadMessage, profileMessage, TEXTS } from "#app/messages.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { safeImageUrl } from "#app/tenant/urls.ts";
import { AccountNav } from "#app/ui/account-nav.tsx";
import { Button } from "#app/ui/button.tsx";
import { CheckedForm } from "#app/ui/checked-form.tsx";
import { Field } from "#app/ui/field.tsx";
import { FormProblem } from "#app/ui/form-problem.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { Alert } from "#app/ui/notice.tsx";

import type { Route } from "./+types/edit-profile";
import { ProfilePicture } from "./profile-picture.tsx";

export const handle = { prefetch: true } satisfies RouteHandle;

export async function loader({ context }: Route.LoaderArgs) {
  const answer = await context.get(commerceContext).getProfile();
  if (!answer.ok) return data({ profile: null, problem: profileLoadMessage(answer.error) }, pageStatus(answer.error));
  const { username, email } = answer.value;
  const pictureUrl = safeImageUrl(answer.value.pictureUrl, context.get(siteContext).tenant);
  const about = `profile of ${email}`;
  const phone = context.get(sessionContext).typedAbout(about)?.phone ?? answer.value.phone;
  return { profile: { username, email, phone, pictureUrl, about }, problem: null };
}

/** Takes only the phone from the form and sends all other fields back unchanged (docs/product.md, 5.4). */
export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseForm(await request.formData(), profileRules);
  if (submission.status !== "success") return data(submission.reply(), 400);

  const commerce = context.get(commerceContext);
  const profile = await commerce.getProfile();
  const saved = profile.ok ? await commerce.updateProfile({ ...profile.value, ...submission.value }) : profile;
  if (!saved.ok) return data(submission.reply({ formErrors: [profileMessage(saved.error)] }), pageStatus(saved.error));
  const session = context.get(sessionContext);
  if (session.typed) session.setTyped(null);
  session.setFlash({ kind: "success", text: TEXTS.profileUpdated });
  return redirectDocument(href("/edit-profile"), 303);
}

const PHONE_WHOLE = "Valid 10-digit number";
const PHONE_PARTIAL = "Enter 10-digit mobile number";

export default function EditProfile({ loaderData, actionData }: Route.ComponentProps) {
  const shop = useShop();
  const { profile, problem } = loaderData;
  const { features } = shop.brand;
  const [form, { phone }, refusal] = useCheckedForm({
    id: "profile",
    rules: profileRules,
    lastResult: actionData,
    defaultValue: { phone: profile?.phone ?? "" },
  });
  const isPhoneGood = new RegExp(`^\\d{${PHONE_DIGITS}}$`).test(phone.value ?? "");
  return (
    <div className="narrow">
      <PageHead shop={shop} title="Edit profile" />
      <AccountNav current="/profile" />
      <h1>Edit profile</h1>
      <p className="lead">Your account details. Find your orders and coins in the links above.</p>
      {problem && <Alert>{problem}</Alert>}
      {profile && (
        <CheckedForm {...form} className="form">
          <FormProblem {...refusal} toast={refusal.text} />
          <input type="hidden" name={ABOUT_FIELD} value={profile.about} />
          <ProfilePicture url={profile.pictureUrl} name={profile.username} />
          <Field label="Profile picture" name="picture" type="file" disabled hint="Cannot be changed at the moment" />
          <Field label="Name" name="username" defaultValue={profile.username} disabled />
          <Field label="Email" name="email" defaultValue={profile.email} disabled />
          <phone-field data-whole={PHONE_WHOLE} data-partial={PHONE_PARTIAL}>
            <Field
              label="Mobile number"
              {...fieldProps(phone, "text")}
              inputMode="numeric"
              maxLength={PHONE_DIGITS}
              autoComplete="tel-national"
              autoFocus={Boolean(phone.errors)}
              isHintGood={isPhoneGood}
              hint={isPhoneGood ? PHONE_WHOLE : PHONE_PARTIAL}
            />
          </phone-field>
          <Button busyLabel="Updating...">Save Changes</Button>
        </CheckedForm>
      )}
      <p className="form-row">
        {features.passwordChange && <a href={href("/change-password")}>Change password</a>}{" "}
        {features.sessions && <a href={href("/sessions")}>Your devices</a>}
      </p>
    </div>
  );
}
