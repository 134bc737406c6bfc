import { data, href, redirectDocument } from "react-router";

import { CONTACT_REPLY_HOURS, CONTACT_RESET_MS } from "#app/base/constants.ts";
import { pageStatus } from "#app/commerce/result.ts";
import { contactLabels, contactRules } from "#app/forms/contact.ts";
import { areaProps, fieldProps } from "#app/forms/field-props.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import { useCheckedForm } from "#app/forms/use-checked-form.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { commerceContext, siteContext } from "#app/request/context.ts";
import { loadBrand } from "#app/routes/load-brand.server.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { messageFor } from "#app/texts/messages.ts";
import { rich } from "#app/texts/rich.ts";
import { FormProblem } from "#app/ui/form-problem.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";

import type { Tenant } from "../../../config/brand/schema.ts";
import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/contact-us";
import { ContactForm, ContactPanel, MessageSent, NoContactNotice, notSentText } from "./contact-form.tsx";

export const handle = { keep: "for visitors" } satisfies RouteHandle;

/** `?sent` shows the message for 2 s, then a Refresh header opens the form again (docs/product.md, 10.2). */
export function loader({ context, url }: Route.LoaderArgs) {
  const { tenant } = context.get(siteContext);
  const isSent = tenant.features.contact && url.searchParams.has("sent");
  const isBulk = isBulkEnquiry(tenant, url);
  const headers = { Refresh: `${CONTACT_RESET_MS / 1000};url=${href("/contact-us")}` };
  return data({ isSent, isBulk }, isSent ? { headers } : undefined);
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

/** A backend without the call gets none: the page keeps the message, with a notice that it was not sent. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const { tenant } = context.get(siteContext);
  if (!tenant.forms.contact) return redirectDocument(href("/contact-us"), 303);
  const brand = await loadBrand(context);
  const isBulk = isBulkEnquiry(tenant, url);
  const submission = parseForm(await request.formData(), contactRules(brand.email, isBulk));
  if (submission.status !== "success") return data(submission.reply(), 400);
  if (!tenant.features.contact) return data(submission.reply({ formErrors: [notSentText(brand)] }), 409);
  const { organization, quantity, ...message } = submission.value;
  const bulk = isBulk ? { organization, quantity: Number(quantity) } : undefined;
  const sent = await context.get(commerceContext).sendMessage({ ...message, bulk });
  if (!sent.ok) {
    return data(submission.reply({ formErrors: [messageFor("sendMessage", sent.error)] }), pageStatus(sent.error));
  }
  return redirectDocument(`${href("/contact-us")}?sent`, 303);
}

/** `?topic=bulk`, if the brand accepts bulk enquiries. */
const isBulkEnquiry = ({ features }: Tenant, url: URL) =>
  features.contact && features.bulk && url.searchParams.get("topic") === "bulk";

export default function ContactUs({ actionData, loaderData }: Route.ComponentProps) {
  const shop = useShop();
  const { brand } = shop;
  const { isBulk } = loaderData;
  const [form, { name, email, organization, quantity, message }, problem] = useCheckedForm({
    id: "contact",
    rules: contactRules(brand.email, isBulk),
    labels: contactLabels(),
    lastResult: actionData,
  });
  return (
    <div className="two-columns contact">
      <PageHead
        shop={shop}
        title={t("frame.contactUs")}
        description={t("static.contactDescription", { brand: brand.organizationName, hours: CONTACT_REPLY_HOURS })}
        path={href("/contact-us")}
      />
      <div>
        <h1>{isBulk ? rich("frame.bulkEnquiry") : rich("frame.contactUs")}</h1>
        {brand.forms.contact && <p className="lead">{isBulk ? rich("static.bulkLead") : rich("static.contactLead")}</p>}
        {loaderData.isSent && <MessageSent closeHref={href("/contact-us")} />}
        {!brand.features.contact && <NoContactNotice brand={brand} />}
        {brand.forms.contact && (
          <ContactForm
            form={form}
            name={fieldProps(name, "text")}
            email={fieldProps(email, "email")}
            bulk={
              isBulk ? { organization: fieldProps(organization, "text"), quantity: fieldProps(quantity, "text") } : null
            }
            message={areaProps(message)}
          >
            <FormProblem {...problem} />
          </ContactForm>
        )}
      </div>
      <ContactPanel brand={brand} />
    </div>
  );
}
