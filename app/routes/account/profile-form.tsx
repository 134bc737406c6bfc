import type { ComponentProps } from "react";

import { ABOUT_FIELD } from "#app/forms/about-field.ts";
import { AccountField } from "#app/forms/account-field.tsx";
import { fieldProps } from "#app/forms/field-props.ts";
import { isWholePhone } from "#app/forms/phone.ts";
import { profileRules } from "#app/forms/profile.ts";
import { useCheckedForm } from "#app/forms/use-checked-form.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckedForm } from "#app/ui/checked-form.tsx";
import { Field } from "#app/ui/field.tsx";
import { FormProblem } from "#app/ui/form-problem.tsx";

import { ProfilePicture } from "./profile-picture.tsx";

type ProfileFormProps = {
  profile: {
    username: string;
    email: string;
    phone: string;
    pictureUrl: string | null;
    about: string;
    /** The stored account, without the shopper's unsaved input. */
    account: ComponentProps<typeof AccountField>["of"];
  };
  lastResult: Parameters<typeof useCheckedForm>[0]["lastResult"];
};

const PHONE_WHOLE = "Valid 10-digit number";
const PHONE_PARTIAL = "Enter 10-digit mobile number";

export function ProfileForm({ profile, lastResult }: ProfileFormProps) {
  const [form, { phone }, refusal] = useCheckedForm({
    id: "profile",
    rules: profileRules,
    lastResult,
    defaultValue: { phone: profile.phone },
  });
  const isPhoneGood = isWholePhone(phone.value ?? "");
  return (
    <CheckedForm {...form} className="form">
      <FormProblem {...refusal} toast={refusal.text} />
      <input type="hidden" name={ABOUT_FIELD} value={profile.about} />
      <AccountField of={profile.account} />
      <ProfilePicture url={profile.pictureUrl} name={profile.username} />
      <Field label="Name" name="username" defaultValue={profile.username} disabled />
      <Field label="Email" name="email" defaultValue={profile.email} disabled />
      <phone-field data-whole={PHONE_WHOLE} data-partial={PHONE_PARTIAL}>
        <Field
          label="Mobile number"
          {...fieldProps(phone, "text")}
          inputMode="numeric"
          autoComplete="tel-national"
          autoFocus={Boolean(phone.errors)}
          isHintGood={isPhoneGood}
          hint={isPhoneGood ? PHONE_WHOLE : PHONE_PARTIAL}
        />
      </phone-field>
      <Button busyLabel="Updating...">Save Changes</Button>
      <Field label="Profile picture" name="picture" type="file" disabled hint="Cannot be changed at the moment" />
    </CheckedForm>
  );
}
