import type { Brand } from "#app/tenant/brand.ts";
import { rich } from "#app/texts/rich.ts";

import type { WrittenPage } from "../../../config/brand/page-text.ts";
import { t } from "../../../config/language/t.ts";
import type { ArticleProps, Section } from "./article.tsx";
import { ContactDetails } from "./contact-details.tsx";
import { writtenArticle } from "./written-article.tsx";

/** The brand's own terms, else ours with the brand's details (docs/product.md, 10.1). */
export function termsArticle(brand: Brand, own?: WrittenPage): ArticleProps {
  const title = t("terms.title");
  if (own) return writtenArticle(own, brand, title);
  return {
    title,
    updated: "2026-11-02",
    lead: t("terms.lead", { brand: brand.organizationName }),
    sections: termsSections(brand),
  };
}

const termsSections = (brand: Brand): Section[] => [
  { name: "introduction", title: t("terms.introductionTitle"), content: <Introduction brand={brand} /> },
  { name: "acceptance", title: t("terms.acceptanceTitle"), content: <Acceptance /> },
  { name: "commercial-agreements", title: t("terms.commercialTitle"), content: <Commercial brand={brand} /> },
  { name: "user-responsibilities", title: t("terms.dutiesTitle"), content: <Duties /> },
  {
    name: "intellectual-property",
    title: t("terms.propertyTitle"),
    content: <p>{t("terms.property", { brand: brand.organizationName })}</p>,
  },
  { name: "limitation-of-liability", title: t("terms.liabilityTitle"), content: <Liability /> },
  { name: "contact-information", title: t("terms.contactTitle"), content: <ContactInformation brand={brand} /> },
];

function Introduction({ brand: { productName, organizationName, legal } }: { brand: Brand }) {
  const names = { shop: productName, entity: legal.entity ?? organizationName, brand: organizationName };
  return (
    <>
      <p>{t("terms.introductionShop", names)}</p>
      <p>{t("terms.introductionMerchant")}</p>
    </>
  );
}

const Acceptance = () => (
  <>
    <p>{t("terms.acceptanceAge")}</p>
    <p>{t("terms.acceptanceChange")}</p>
  </>
);

const Commercial = ({ brand }: { brand: Brand }) => (
  <>
    <p>{t("terms.commercialPrices")}</p>
    <p>{t("terms.commercialDelivery", { channels: brand.deliveryChannels })}</p>
    <p>{rich("terms.commercialPartners", { link: (parts) => <a href="/contact-us">{parts}</a> })}</p>
    <p>{t("terms.commercialCoins", { days: brand.coinsValidDays })}</p>
    <p>{t("terms.commercialRefunds")}</p>
  </>
);

const Duties = () => (
  <ul>
    <li>{t("terms.dutyDetails")}</li>
    <li>{t("terms.dutyPassword")}</li>
    <li>{t("terms.dutyCodes")}</li>
    <li>{t("terms.dutyResale")}</li>
  </ul>
);

const Liability = () => (
  <>
    <p>{t("terms.liabilityPart")}</p>
    <p>{t("terms.liabilityLaw")}</p>
  </>
);

const ContactInformation = ({ brand }: { brand: Brand }) => (
  <>
    <p>{t("terms.contact")}</p>
    <ContactDetails brand={brand} />
  </>
);
