import { getFormProps } from "@conform-to/react";
import { data, href, redirectDocument } from "react-router";
import type { Route } from "./+types/contact-us";
import { CONTACT_REPLY_HOURS, CONTACT_RESET_MS } from "#app/constants.ts";
import { contactRules } from "#app/forms/contact.ts";
import { areaProps, fieldProps } from "#app/forms/field-props.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import { useRules } from "#app/forms/use-rules.ts";
import { loadBrand } from "#app/tenant/load-brand.server.ts";
import { ContactForm, ContactPanel, MessageSent } from "#app/ui/contact-form.tsx";
import { PageHead } from "#app/ui/page-head.tsx";

export const handle = { hydrate: true };

/** `?sent` says so for 2 s, then the page starts anew (spec, section 2), with or without JavaScript. */
export function loader({ url }: Route.LoaderArgs) {
  const isSent = url.searchParams.has("sent");
  const headers = { Refresh: `${CONTACT_RESET_MS / 1000};url=${href("/contact-us")}` };
  return data({ isSent }, isSent ? { headers } : undefined);
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

/** The rules are held here too; section 7 of the spec has no call that takes the message. */
export async function action({ request, context }: Route.ActionArgs) {
  const brand = await loadBrand(context);
  const submission = parseForm(await request.formData(), contactRules(brand.email));
  if (submission.status !== "success") return data(submission.reply(), 400);
  return redirectDocument(`${href("/contact-us")}?sent`, 303);
}

export default function ContactUs({ actionData, loaderData, matches }: Route.ComponentProps) {
  const { brand } = matches[0].loaderData;
  const [form, { name, email, message }] = useRules({
    id: "contact",
    rules: contactRules(brand.email),
    lastResult: actionData,
  });
  return (
    <div className="two-columns">
      <PageHead
        shop={matches[0].loaderData}
        title="Contact Us"
        description={`Write to ${brand.organizationName}: a reply within ${CONTACT_REPLY_HOURS} hours.`}
        path={href("/contact-us")}
      />
      <div>
        <h1>Contact Us</h1>
        <p className="lead">Tell us what happened and, if it is about an order, its number.</p>
        {loaderData.isSent && <MessageSent closeHref={href("/contact-us")} />}
        <ContactForm
          form={getFormProps(form)}
          name={fieldProps(name, "text")}
          email={fieldProps(email, "email")}
          message={areaProps(message)}
        />
      </div>
      <ContactPanel brand={brand} />
    </div>
  );
}
