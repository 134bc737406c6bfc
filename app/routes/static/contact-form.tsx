import MapPin from "lucide/dist/esm/icons/map-pin.mjs";
import type { ComponentProps, ReactNode } from "react";

import { CONTACT_MESSAGE_MAX_CHARACTERS, CONTACT_REPLY_HOURS, NAME_MAX_CHARACTERS } from "#app/base/constants.ts";
import { contactLabels } from "#app/forms/contact.ts";
import type { Brand } from "#app/tenant/brand.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckedForm } from "#app/ui/checked-form.tsx";
import { Field, TextArea } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";

type FieldInput = Partial<ComponentProps<typeof Field>>;
type AreaInput = Partial<ComponentProps<typeof TextArea>>;

type ContactFormProps = {
  /** Attributes, values and errors from Conform. */
  name?: FieldInput;
  email?: FieldInput;
  message?: AreaInput;
  /** Null for a plain message. */
  bulk?: { organization: FieldInput; quantity: FieldInput } | null;
  form: ComponentProps<typeof CheckedForm>;
  children?: ReactNode;
};

export function ContactForm({ name, email, message, bulk, form, children }: ContactFormProps) {
  const labels = contactLabels();
  return (
    <CheckedForm {...form} className="form">
      {children}
      <Field label={labels.name} name="name" autoComplete="name" required maxLength={NAME_MAX_CHARACTERS} {...name} />
      <Field label={labels.email} name="email" type="email" autoComplete="email" required {...email} />
      {bulk && (
        <>
          <Field
            label={labels.organization}
            name="organization"
            autoComplete="organization"
            required
            {...bulk.organization}
          />
          <Field label={labels.quantity} name="quantity" inputMode="numeric" required {...bulk.quantity} />
        </>
      )}
      <TextArea
        label={labels.message}
        name="message"
        required
        maxLength={CONTACT_MESSAGE_MAX_CHARACTERS}
        hint={rich("static.messageHint", { max: CONTACT_MESSAGE_MAX_CHARACTERS })}
        {...message}
      />
      <Button busyLabel={t("static.sending")}>{rich("static.send")}</Button>
    </CheckedForm>
  );
}

/** The answer to a message that the backend cannot take. */
export const notSentText = ({ email }: Pick<Brand, "email">) =>
  email ? t("static.notSent", { email }) : t("static.notSentNoEmail");

/** Stands beside the form if the backend accepts no messages. */
export function NoContactNotice({ brand: { email } }: { brand: Brand }) {
  return (
    <Alert tone="info">
      {email
        ? rich("static.noMessages", { mail: () => <a href={`mailto:${email}`}>{email}</a> })
        : rich("static.noMessagesNoEmail")}
    </Alert>
  );
}

/** A drawn map: an embedded one would reveal this page's readers to a third party. */
export function ContactPanel({ brand }: { brand: Brand }) {
  return (
    <aside className="panel stack" aria-label={t("static.contactDetails")}>
      <p>{rich("static.replyTime", { hours: CONTACT_REPLY_HOURS })}</p>
      {brand.email && (
        <p>
          <b>{rich("static.email")}</b>
          <br />
          <a href={`mailto:${brand.email}`}>{brand.email}</a>
        </p>
      )}
      {brand.address && (
        <>
          <address>
            <b>{rich("static.address")}</b>
            <br />
            {brand.address}
          </address>
          <a className="map" href={`geo:0,0?q=${encodeURIComponent(brand.address)}`}>
            <span className="sr">{rich("static.addressOnMap")}</span>
            <svg viewBox="0 0 320 160" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
              <path className="river" d="M-10 130c60-50 110 10 170-30s90-70 180-60" />
              <path d="M0 48h320M0 108h320M72 0v160M176 0v160M256 0v160M0 0l176 160M176 48l144 96" />
            </svg>
            <Icon of={MapPin} className="pin" />
          </a>
        </>
      )}
    </aside>
  );
}

/** Confirms a message, over the page. Visitors can close it before the page reloads. */
export function MessageSent({ closeHref }: { closeHref: string }) {
  return (
    <dialog className="dialog" open aria-labelledby="sent-title">
      <div className="dialog-body" role="status">
        <h2 id="sent-title">{rich("static.sentTitle")}</h2>
        <p>{rich("static.sentText", { hours: CONTACT_REPLY_HOURS })}</p>
        <a className="button primary" href={closeHref}>
          {rich("ui.close")}
        </a>
      </div>
    </dialog>
  );
}
