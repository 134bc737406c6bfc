import type { Route } from "./+types/contact-us";
import { ContactForm, ContactPanel } from "#app/ui/contact-form.tsx";

export default function ContactUs({ matches }: Route.ComponentProps) {
  const { brand } = matches[0].loaderData;
  return (
    <div className="two-columns">
      <title>{`Contact Us · ${brand.productName}`}</title>
      <meta name="description" content={`Write to ${brand.organizationName}: a reply within 24-48 hours.`} />
      <div>
        <h1>Contact Us</h1>
        <p className="lead">Tell us what happened and, if it is about an order, its number.</p>
        <ContactForm />
      </div>
      <ContactPanel brand={brand} />
    </div>
  );
}
