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
    lead: rich("terms.lead", { brand: brand.organizationName }),
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
    content: <p>{rich("terms.property", { brand: brand.organizationName })}</p>,
  },
  { name: "limitation-of-liability", title: t("terms.liabilityTitle"), content: <Liability /> },
  { name: "contact-information", title: t("terms.contactTitle"), content: <ContactInformation brand={brand} /> },
];

function Introduction({ brand: { productName, organizationName, legal } }: { brand: Brand }) {
  const names = { shop: productName, entity: legal.entity ?? organizationName, brand: organizationName };
  return (
    <>
      <p>{rich("terms.introductionShop", names)}</p>
      <p>{rich("terms.introductionMerchant")}</p>
    </>
  );
}

const Acceptance = () => (
  <>
    <p>{rich("terms.acceptanceAge")}</p>
    <p>{rich("terms.acceptanceChange")}</p>
  </>
);

const Commercial = ({ brand }: { brand: Brand }) => (
  <>
    <p>{rich("terms.commercialPrices")}</p>
    <p>{rich("terms.commercialDelivery", { channels: brand.deliveryChannels })}</p>
    <p>{rich("terms.commercialPartners", { link: (parts) => <a href="/contact-us">{parts}</a> })}</p>
    <p>{rich("terms.commercialCoins", { days: brand.coinsValidDays })}</p>
    <p>{rich("terms.commercialRefunds")}</p>
  </>
);

const Duties = () => (
  <ul>
    <li>{rich("terms.dutyDetails")}</li>
    <li>{rich("terms.dutyPassword")}</li>
    <li>{rich("terms.dutyCodes")}</li>
    <li>{rich("terms.dutyResale")}</li>
  </ul>
);

const Liability = () => (
  <>
    <p>{rich("terms.liabilityPart")}</p>
    <p>{rich("terms.liabilityLaw")}</p>
  </>
);

const ContactInformation = ({ brand }: { brand: Brand }) => (
  <>
    <p>{rich("terms.contact")}</p>
    <ContactDetails brand={brand} />
  </>
);
