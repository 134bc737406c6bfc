import type { Brand } from "#app/tenant/brand.ts";

import type { WrittenPage } from "../../../config/brand/page-text.ts";
import type { ArticleProps, Section } from "./article.tsx";
import { ContactDetails } from "./contact-details.tsx";
import { writtenArticle } from "./written-article.tsx";

/** The brand's own terms, else ours with the brand's details (docs/product.md, 10.1). */
export function termsArticle(brand: Brand, own?: WrittenPage): ArticleProps {
  const title = "Terms and Conditions";
  if (own) return writtenArticle(own, brand, title);
  return {
    title,
    updated: "2026-11-02",
    lead: `What ${brand.organizationName} promises you, what we ask of you, and what happens when something goes wrong.`,
    sections: termsSections(brand),
  };
}

function termsSections(brand: Brand): Section[] {
  return [
    { title: "Introduction", content: <Introduction brand={brand} /> },
    { title: "Acceptance", content: <Acceptance /> },
    { title: "Commercial Agreements", content: <CommercialAgreements brand={brand} /> },
    { title: "User Responsibilities", content: <UserResponsibilities /> },
    { title: "Intellectual Property", content: <IntellectualProperty brand={brand} /> },
    { title: "Limitation of Liability", content: <LimitationOfLiability /> },
    { title: "Contact Information", content: <ContactInformation brand={brand} /> },
  ];
}

function Introduction({ brand }: { brand: Brand }) {
  return (
    <>
      <p>
        These terms apply to {brand.productName}, the online shop of {brand.legal.entity ?? brand.organizationName} (“
        {brand.organizationName}”, “we”), where you buy gift cards of other merchants and pay for them with money, with
        coins (points), or with both.
      </p>
      <p>
        A gift card is issued by the merchant whose name it bears. The merchant’s own conditions, shown on each
        product’s page under Terms, apply to its use and stand beside these.
      </p>
    </>
  );
}

function Acceptance() {
  return (
    <>
      <p>
        By opening an account or placing an order you accept these terms. You must be at least 18 years old and able to
        enter into a contract under the Indian Contract Act, 1872.
      </p>
      <p>
        We may change these terms. The date at the top says when we last did. A change never touches an order that was
        placed before it.
      </p>
    </>
  );
}

function CommercialAgreements({ brand }: { brand: Brand }) {
  return (
    <>
      <p>
        Prices are in Indian rupees. No GST is charged on the face value of a gift card. What you pay is the amount
        shown as To Pay when you confirm the order; we charge nothing on top of it.
      </p>
      <p>
        An order is accepted when the payment has reached us. Gift cards are delivered digitally, by{" "}
        {brand.deliveryChannels}, usually within minutes, and are kept in your order history. Gift cards cannot be
        cancelled, exchanged or returned once issued. If we cannot deliver one that you have paid for, you get your
        money and your coins back.
      </p>
      <p>
        To order gift cards for many people, or to become a partner whose cards we sell, write to us:{" "}
        <a href="/contact-us">Contact Us</a>.
      </p>
      <p>
        One coin (point) equals one rupee. Coins are valid for {brand.coinsValidDays} days from issue, can pay for gift
        cards on this site only, cannot be exchanged for cash, and cannot be combined with other offers.
      </p>
      <p>
        A refund goes back to the account you paid from. UPI refunds usually arrive within 3 to 5 working days; coins
        are back at once. A gift card is valid until the date shown beside its code, and is worth nothing after it.
      </p>
    </>
  );
}

function UserResponsibilities() {
  return (
    <ul>
      <li>Give us your own name, e-mail address and mobile number, and keep them up to date.</li>
      <li>Keep your password to yourself. Whatever is ordered with it counts as ordered by you.</li>
      <li>
        Treat voucher codes and PINs like cash. Once a code has been used at the merchant, neither we nor the merchant
        can restore it.
      </li>
      <li>
        Do not resell gift cards as a business, do not buy them with money that is not yours, and do not try to guess
        codes. We may hold an order and ask questions where we suspect it.
      </li>
    </ul>
  );
}

function IntellectualProperty({ brand }: { brand: Brand }) {
  return (
    <p>
      The name and logo of {brand.organizationName}, and the texts and drawings of this shop, belong to us or to those
      who license them to us. Names and pictures on gift cards belong to their merchants. You may use them to shop here
      and for nothing else without written permission.
    </p>
  );
}

function LimitationOfLiability() {
  return (
    <>
      <p>
        We answer for our own part: taking your order, taking your payment, delivering a voucher that works. The
        merchant answers for the goods and services that you buy with it.
      </p>
      <p>
        As far as the law allows, what we owe you in connection with an order is limited to the amount you paid for it,
        coins included. Nothing here limits liability for fraud, or rights that you have as a consumer under the
        Consumer Protection Act, 2019. The law of India applies, and disputes go to the courts at the place of our
        registered office; as a consumer you may also use the commission where you live.
      </p>
    </>
  );
}

function ContactInformation({ brand }: { brand: Brand }) {
  return (
    <>
      <p>Questions about an order or about these terms reach us here:</p>
      <ContactDetails brand={brand} />
    </>
  );
}
