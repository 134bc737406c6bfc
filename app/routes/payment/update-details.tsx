import type { SyntheticEvent } from "react";
import { useNavigation } from "react-router";

import { ABOUT_FIELD } from "#app/forms/about-field.ts";
import { whileTyping } from "#app/forms/phone.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { FormProblem } from "#app/ui/form-problem.tsx";

import { t } from "../../../config/language/t.ts";
import { type PayerDetails, UpdateDialog } from "./details-card.tsx";
import { Form } from "./form.tsx";
import type { PaymentRefusal } from "./run-payment-action.server.ts";

const labels = () => ({ phone: t("payment.phone"), email_new: t("payment.newEmail") });

type UpdateDetailsProps = {
  details: PayerDetails;
  update: PaymentRefusal["update"];
  /** Typed before the device was confirmed or the session ended. */
  typed: { phone: string; email_new: string } | null;
  isOpen: boolean;
  closeHref: string;
  orderId: string;
};

function keepDigits({ currentTarget: phone }: SyntheticEvent<HTMLInputElement>) {
  const digits = whileTyping(phone.value);
  if (phone.value !== digits) phone.value = digits;
}

export function UpdateDetails({ details, update, typed, isOpen, closeHref, orderId }: UpdateDetailsProps) {
  const isBusy = useNavigation().formMethod === "POST";
  const wrong = (["phone", "email_new"] as const)
    .filter((name) => update?.errors[name])
    .map((name) => ({ id: name, label: labels()[name] }));
  return (
    <UpdateDialog isOpen={isOpen || update !== null} closeHref={closeHref}>
      <Form method="post" className="form" noValidate>
        <FormProblem text={update?.problem} wrong={wrong} answers={[update]} />
        {update?.confirmHref && (
          <p>
            <a href={update.confirmHref}>{rich("payment.confirmDevice")}</a>
          </p>
        )}
        <input type="hidden" name={ABOUT_FIELD} value={orderId} />
        <Field
          label={rich("payment.name")}
          name="username"
          defaultValue={details.username}
          hint={rich("payment.nameFixed")}
          readOnly
        />
        <Field
          label={labels().phone}
          name="phone"
          inputMode="numeric"
          onInput={keepDigits}
          autoFocus={wrong.length === 0}
          autoComplete="tel-national"
          defaultValue={update?.values.phone ?? typed?.phone ?? details.phone}
          error={update?.errors.phone}
        />
        <Field label={rich("payment.currentEmail")} name="email" type="email" defaultValue={details.email} readOnly />
        <Field
          label={labels().email_new}
          name="email_new"
          type="email"
          autoComplete="email"
          hint={rich("payment.keepEmail")}
          defaultValue={update?.values.email_new ?? typed?.email_new}
          error={update?.errors.email_new}
        />
        <Button name="intent" value="update" disabled={isBusy} busyLabel={t("payment.updating")}>
          {isBusy ? rich("payment.updating") : rich("payment.save")}
        </Button>
      </Form>
    </UpdateDialog>
  );
}
