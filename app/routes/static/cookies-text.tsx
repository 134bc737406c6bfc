import type { Brand } from "#app/tenant/brand.ts";

import type { WrittenPage } from "../../../config/brand/page-text.ts";
import type { ArticleProps } from "./article.tsx";
import { ContactDetails } from "./contact-details.tsx";
import { writtenArticle } from "./written-article.tsx";

const COOKIES = [
  ["access_token", "Keeps you signed in.", "7 days"],
  ["refresh_token", "Renews the sign-in without asking for your password again.", "7 days"],
  [
    "A message cookie",
    "Carries a message, such as “Profile updated successfully!”, to the next page.",
    "Until it is shown",
  ],
  [
    "A checkout cookie",
    "Remembers the order that you are paying for, so that it is placed only once.",
    "Until the order ends, a day at most",
  ],
  ["A coins cookie", "Remembers that you want to pay with coins.", "7 days, or until you sign out"],
  ["A wish cookie", "Keeps the gift card that you chose while you sign in.", "10 minutes"],
  ["A reset cookie", "Keeps your place while you set a new password.", "10 minutes"],
  [
    "device",
    "Tells us that you have used this browser before, so that nobody can lock you out. It says nothing about you, and no page depends on it.",
    "400 days",
  ],
  ["typed", "Keeps a code or an address that you have typed while you sign in or confirm your device.", "30 minutes"],
  [
    "form",
    "Shows that a form comes from our own page. Only browsers that do not say so by themselves, such as Lynx, get it.",
    "Until you close the browser",
  ],
  ["js", "Tells the server that your browser runs JavaScript.", "1 year"],
];

export function cookiesArticle(brand: Brand, own?: WrittenPage): ArticleProps {
  const title = "Cookie Policy";
  if (own) return writtenArticle(own, brand, title);
  return {
    title,
    updated: "2026-11-02",
    lead: `${brand.organizationName} sets the cookies that the shop needs to work. There are no advertising or tracking cookies, which is why no banner asks you about them.`,
    sections: [
      {
        title: "What a cookie is",
        content: <p>A small text that a site stores in your browser and that the browser sends back with each page.</p>,
      },
      {
        title: "The cookies we set",
        content: (
          <div className="scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">Cookie</th>
                  <th scope="col">What it is for</th>
                  <th scope="col">How long</th>
                </tr>
              </thead>
              <tbody>
                {COOKIES.map(([cookie, purpose, age]) => (
                  <tr key={cookie}>
                    <th scope="row">{cookie}</th>
                    <td>{purpose}</td>
                    <td>{age}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ),
      },
      {
        title: "What else your browser remembers",
        content: (
          <p>
            If you tick Remember me, the e-mail address or mobile number that you sign in with stays in your browser, so
            that it can be suggested next time. Your password is never stored by us there; your browser’s own password
            manager may offer to.
          </p>
        ),
      },
      {
        title: "Your choice",
        content: (
          <p>
            You can delete or block cookies in your browser’s settings. You can still look at the catalogue then, but
            you cannot sign in or buy.
          </p>
        ),
      },
      { title: "Contact", content: <ContactDetails brand={brand} /> },
    ],
  };
}
