import type { Brand } from "#app/tenant/brand.ts";
import { rich } from "#app/texts/rich.ts";

import type { WrittenPage } from "../../../config/brand/page-text.ts";
import { t } from "../../../config/language/t.ts";
import type { ArticleProps } from "./article.tsx";
import { ContactDetails } from "./contact-details.tsx";
import { writtenArticle } from "./written-article.tsx";

/** Cookies that the policy calls by their real name. */
const NAMES = {
  access: "access_token",
  refresh: "refresh_token",
  device: "device",
  typed: "typed",
  phone: "phone_code",
  form: "form",
  language: "lang",
  account: "account_lang",
  js: "js",
};

const COOKIES = [
  "access",
  "refresh",
  "message",
  "checkout",
  "coins",
  "wish",
  "reset",
  "phone",
  "device",
  "typed",
  "form",
  "language",
  "account",
  "js",
] as const;

type Cookie = (typeof COOKIES)[number];

const hasName = (cookie: Cookie): cookie is keyof typeof NAMES => cookie in NAMES;

export function cookiesArticle(brand: Brand, own?: WrittenPage): ArticleProps {
  const title = t("frame.cookies");
  if (own) return writtenArticle(own, brand, title);
  return {
    title,
    updated: "2026-11-02",
    lead: rich("cookiePolicy.lead", { brand: brand.organizationName }),
    sections: [
      { name: "what-a-cookie-is", title: t("cookiePolicy.whatTitle"), content: <p>{rich("cookiePolicy.what")}</p> },
      {
        name: "the-cookies-we-set",
        title: t("cookiePolicy.listTitle"),
        content: <CookieTable brand={brand} />,
      },
      {
        name: "what-else-your-browser-remembers",
        title: t("cookiePolicy.storageTitle"),
        content: <p>{rich("cookiePolicy.storage")}</p>,
      },
      { name: "your-choice", title: t("cookiePolicy.choiceTitle"), content: <p>{rich("cookiePolicy.choice")}</p> },
      { name: "contact", title: t("cookiePolicy.contactTitle"), content: <ContactDetails brand={brand} /> },
    ],
  };
}

/** A shop without sign-in by phone sets no cookie for it. A shop with one language sets no cookies for it, and a host that keeps no language none for the account's. */
function CookieTable({ brand: { languages, features } }: { brand: Brand }) {
  const isSet: Partial<Record<Cookie, boolean>> = {
    language: languages.length > 1,
    account: languages.length > 1 && features.accountLanguage,
    phone: features.phoneSignIn,
  };
  const set = COOKIES.filter((cookie) => isSet[cookie] ?? true);
  return (
    <div className="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">{rich("cookiePolicy.columnName")}</th>
            <th scope="col">{rich("cookiePolicy.columnPurpose")}</th>
            <th scope="col">{rich("cookiePolicy.columnAge")}</th>
          </tr>
        </thead>
        <tbody>
          {set.map((cookie) => (
            <tr key={cookie}>
              <th scope="row">{hasName(cookie) ? NAMES[cookie] : rich(`cookiePolicy.name-${cookie}`)}</th>
              <td>{rich(`cookiePolicy.purpose-${cookie}`)}</td>
              <td>{rich(`cookiePolicy.age-${cookie}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
