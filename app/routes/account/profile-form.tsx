import type { ComponentProps } from "react";
import { href } from "react-router";

import { ABOUT_FIELD } from "#app/forms/about-field.ts";
import { AccountField } from "#app/forms/account-field.tsx";
import { fieldProps } from "#app/forms/field-props.ts";
import { isWholePhone } from "#app/forms/phone.ts";
import { profileRules } from "#app/forms/profile.ts";
import { useCheckedForm } from "#app/forms/use-checked-form.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckedForm } from "#app/ui/checked-form.tsx";
import { Field } from "#app/ui/field.tsx";
import { FormProblem } from "#app/ui/form-problem.tsx";

import { t } from "../../../config/language/t.ts";
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
  /** True if an account without an address can add one. */
  mayAddEmail: boolean;
};

export function ProfileForm({ profile, lastResult, mayAddEmail }: ProfileFormProps) {
  const [form, { phone }, refusal] = useCheckedForm({
    id: "profile",
    rules: profileRules(),
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
      <Field
        label={rich("fields.name")}
        name="username"
        defaultValue={profile.username}
        disabled
        hint={mayAddEmail && profile.username === "" && rich("account.noName")}
      />
      <Field
        label={rich("fields.email")}
        name="email"
        defaultValue={profile.email}
        disabled
        hint={
          mayAddEmail &&
          profile.email === "" &&
          rich("account.noEmail", { link: (parts) => <a href={href("/add-email")}>{parts}</a> })
        }
      />
      <phone-field data-whole={t("fields.mobileWhole")} data-partial={t("ui.enterMobile")}>
        <Field
          label={rich("fields.mobile")}
          {...fieldProps(phone, "text")}
          inputMode="numeric"
          autoComplete="tel-national"
          autoFocus={Boolean(phone.errors)}
          isHintGood={isPhoneGood}
          hint={isPhoneGood ? rich("fields.mobileWhole") : rich("ui.enterMobile")}
        />
      </phone-field>
      <Button busyLabel={t("account.updating")}>{rich("account.save")}</Button>
      <Field label={rich("fields.picture")} name="picture" type="file" disabled hint={rich("fields.pictureHint")} />
    </CheckedForm>
  );
}
