import type { Brand } from "#app/tenant/brand.ts";
import { rich } from "#app/texts/rich.ts";

import type { WrittenPage } from "../../../config/brand/page-text.ts";
import { t } from "../../../config/language/t.ts";
import type { ArticleProps, Section } from "./article.tsx";
import { ContactDetails } from "./contact-details.tsx";
import { writtenArticle } from "./written-article.tsx";

export function privacyArticle(brand: Brand, own?: WrittenPage): ArticleProps {
  const title = t("frame.privacy");
  if (own) return writtenArticle(own, brand, title);
  return { title, updated: "2026-11-02", lead: rich("privacy.lead"), sections: privacySections(brand) };
}

const privacySections = (brand: Brand): Section[] => [
  { name: "introduction", title: t("privacy.introductionTitle"), content: <Introduction brand={brand} /> },
  { name: "information-we-collect", title: t("privacy.collectTitle"), content: <Collected /> },
  { name: "how-we-use-your-information", title: t("privacy.useTitle"), content: <Use /> },
  { name: "sharing", title: t("privacy.sharingTitle"), content: <p>{rich("privacy.sharing")}</p> },
  { name: "data-security", title: t("privacy.securityTitle"), content: <p>{rich("privacy.security")}</p> },
  { name: "your-rights", title: t("privacy.rightsTitle"), content: <Rights brand={brand} /> },
  { name: "cookies", title: t("privacy.cookiesTitle"), content: <Cookies /> },
  { name: "third-party-links", title: t("privacy.linksTitle"), content: <p>{rich("privacy.links")}</p> },
  { name: "children-s-privacy", title: t("privacy.childrenTitle"), content: <p>{rich("privacy.children")}</p> },
  { name: "changes", title: t("privacy.changesTitle"), content: <p>{rich("privacy.changes")}</p> },
  { name: "contact-us", title: t("frame.contactUs"), content: <ContactDetails brand={brand} /> },
];

function Introduction({ brand: { productName, organizationName, legal } }: { brand: Brand }) {
  const names = { shop: productName, entity: legal.entity ?? organizationName, brand: organizationName };
  return <p>{rich("privacy.introduction", names)}</p>;
}

const Collected = () => (
  <ul>
    <li>{rich("privacy.collectAccount")}</li>
    <li>{rich("privacy.collectOrders")}</li>
    <li>{rich("privacy.collectPayments")}</li>
    <li>{rich("privacy.collectTechnical")}</li>
  </ul>
);

const Use = () => (
  <>
    <p>{rich("privacy.use")}</p>
    <p>{rich("privacy.keep")}</p>
  </>
);

function Rights({ brand: { email } }: { brand: Brand }) {
  const mail = () => <a href={`mailto:${email}`}>{email}</a>;
  return <p>{email ? rich("privacy.rights", { mail }) : rich("privacy.rightsNoEmail")}</p>;
}

const Cookies = () => <p>{rich("privacy.cookies", { link: (parts) => <a href="/cookies">{parts}</a> })}</p>;
