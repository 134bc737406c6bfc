import type { Brand } from "#app/tenant/brand.ts";

import type { WrittenPage } from "../../../config/brand/page-text.ts";
import type { ArticleProps, Section } from "./article.tsx";
import { ContactDetails } from "./contact-details.tsx";
import { writtenArticle } from "./written-article.tsx";

export function privacyArticle(brand: Brand, own?: WrittenPage): ArticleProps {
  const title = "Privacy Policy";
  if (own) return writtenArticle(own, brand, title);
  return {
    title,
    updated: "2026-11-02",
    lead: "What we know about you, why we know it, and what you can ask of us. In plain words, because it is your data.",
    sections: privacySections(brand),
  };
}

function privacySections(brand: Brand): Section[] {
  return [
    { title: "Introduction", content: <Introduction brand={brand} /> },
    { title: "Information We Collect", content: <InformationWeCollect /> },
    { title: "How We Use Your Information", content: <HowWeUseYourInformation /> },
    { title: "Sharing", content: <Sharing /> },
    { title: "Data Security", content: <DataSecurity /> },
    { title: "Your Rights", content: <YourRights brand={brand} /> },
    { title: "Cookies", content: <Cookies /> },
    { title: "Third-Party Links", content: <ThirdPartyLinks /> },
    { title: "Children's Privacy", content: <ChildrensPrivacy /> },
    { title: "Changes", content: <Changes /> },
    { title: "Contact Us", content: <ContactDetails brand={brand} /> },
  ];
}

function Introduction({ brand }: { brand: Brand }) {
  return (
    <p>
      {brand.legal.entity ?? brand.organizationName} (“{brand.organizationName}”, “we”) runs {brand.productName} and
      decides what happens to the personal data that you give us there. We follow the Digital Personal Data Protection
      Act, 2023.
    </p>
  );
}

function InformationWeCollect() {
  return (
    <ul>
      <li>Your account: name, e-mail address, mobile number, and a password that we keep only as a hash.</li>
      <li>Your orders: what you bought, when, for how much, and which coins you used.</li>
      <li>Your payments: their state and reference. Your UPI PIN and bank details never reach us.</li>
      <li>Technical data: the address you connect from and the pages you ask for, to keep the shop safe.</li>
    </ul>
  );
}

function HowWeUseYourInformation() {
  return (
    <>
      <p>
        To take your orders and deliver your gift cards, to keep your balance of coins, to answer when you write to us,
        to prevent fraud, and to meet the duties of tax and accounting law. We do not use it to build a profile of you,
        and we send advertising only if you have asked for it.
      </p>
      <p>
        We keep your account for as long as you have it; orders, payments and receipts for the eight years that company
        and tax law ask for; messages that you write to us for one year; technical logs for at most 180 days.
      </p>
    </>
  );
}

function Sharing() {
  return (
    <p>
      We share what a partner needs for its part, and no more. The payment provider gets the amount and a reference, the
      mail provider gets your address, the hosting provider stores our data, and the issuer of a gift card gets the
      order. Authorities get what the law obliges us to give. We do not sell personal data.
    </p>
  );
}

function DataSecurity() {
  return (
    <p>
      Every page travels encrypted. Voucher codes and PINs are encrypted where we store them, passwords are hashed, and
      few people may see personal data at all. If a breach ever concerns you, we tell you and the Data Protection Board.
    </p>
  );
}

function YourRights({ brand }: { brand: Brand }) {
  return (
    <p>
      You may see the data that we hold about you, have it corrected, have it erased once no law obliges us to keep it,
      take back a consent, and name someone who acts for you. Most of it is in your profile. For the rest write to{" "}
      {brand.email ? <a href={`mailto:${brand.email}`}>{brand.email}</a> : "us"}. If our answer does not satisfy you,
      you may complain to the Data Protection Board of India.
    </p>
  );
}

function Cookies() {
  return (
    <p>
      We set only the cookies that the shop needs to work. They are listed in the <a href="/cookies">Cookie Policy</a>.
    </p>
  );
}

function ThirdPartyLinks() {
  return (
    <p>
      Claim links and payment pages lead to sites of others. What they do with your data is in their policies, not in
      ours.
    </p>
  );
}

function ChildrensPrivacy() {
  return (
    <p>
      This shop is not meant for people under 18. If you believe that a child has given us personal data, tell us and we
      erase it.
    </p>
  );
}

function Changes() {
  return (
    <p>
      When this policy changes we put the new text here with its date. If a change matters to you, we say so by e-mail
      before it applies.
    </p>
  );
}
