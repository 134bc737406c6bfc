import type { ReactNode } from "react";

import { CONTACT_REPLY_HOURS, POINT_VALUE_PAISE } from "#app/base/constants.ts";
import type { Brand } from "#app/tenant/brand.ts";
import { rich } from "#app/texts/rich.ts";
import { ButtonLink } from "#app/ui/button.tsx";

import type { WrittenPage } from "../../../config/brand/page-text.ts";
import { t } from "../../../config/language/t.ts";
import type { ArticleProps } from "./article.tsx";
import { writtenArticle } from "./written-article.tsx";

export function helpArticle(brand: Brand, own?: WrittenPage): ArticleProps {
  const title = t("frame.helpCenter");
  if (own) return writtenArticle(own, brand, title);
  const { organizationName, productName } = brand;
  return {
    title,
    lead: rich("help.lead", { shop: productName }),
    sections: [
      {
        name: `${organizationName} rewards`,
        title: t("help.rewardsTitle", { brand: organizationName }),
        content: <Rewards brand={brand} />,
      },
      { name: "how-to-earn", title: t("help.earnTitle"), content: <HowToEarn brand={brand} /> },
      { name: "how-to-redeem", title: t("help.redeemTitle"), content: <HowToRedeem brand={brand} /> },
      { name: "important-information", title: t("help.factsTitle"), content: <Facts brand={brand} /> },
      { name: "still-stuck", title: t("help.stuckTitle"), content: <StillStuck brand={brand} /> },
    ],
  };
}

const Rewards = ({ brand }: { brand: Brand }) => (
  <>
    <p>{rich("help.rewards")}</p>
    <p>
      <ButtonLink href={brand.websiteUrl ?? "/"}>{rich("help.browse")}</ButtonLink>
    </p>
  </>
);

function HowToEarn({ brand: { organizationName, features } }: { brand: Brand }) {
  const link = (parts: ReactNode[]) => <a href="/redeem-voucher">{parts}</a>;
  return (
    <ol>
      <li>{rich("help.earnCode", { brand: organizationName })}</li>
      <li>{features.verifyCoupon ? rich("help.earnLoadVerify", { link }) : rich("help.earnLoad", { link })}</li>
      <li>{rich("frame.codeStepAdd")}</li>
    </ol>
  );
}

const HowToRedeem = ({ brand }: { brand: Brand }) => (
  <ol>
    <li>{rich("help.redeemChoose")}</li>
    <li>{rich("help.redeemSwitch", { percent: brand.discountPercent })}</li>
    <li>{rich("help.redeemPay")}</li>
    <li>{rich("help.redeemArrive", { link: (parts) => <a href="/order-history">{parts}</a> })}</li>
  </ol>
);

const Facts = ({ brand }: { brand: Brand }) => (
  <ul>
    <li>{rich("help.factValue", { rupees: POINT_VALUE_PAISE / 100 })}</li>
    <li>{rich("help.factValid", { days: brand.coinsValidDays })}</li>
    <li>{rich("help.factNoCap")}</li>
    <li>{rich("help.factNoCash")}</li>
    <li>{rich("help.factNoOffers")}</li>
    <li>{rich("help.factFirst")}</li>
    <li>{rich("help.factDigital")}</li>
  </ul>
);

function StillStuck({ brand: { email } }: { brand: Brand }) {
  const hours = CONTACT_REPLY_HOURS;
  const figure = (parts: ReactNode[]) => <span className="figure">{parts}</span>;
  const mail = () => <a href={`mailto:${email}`}>{email}</a>;
  return <p>{email ? rich("help.stuck", { mail, hours, figure }) : rich("help.stuckNoEmail", { hours, figure })}</p>;
}
