import { href } from "react-router";
import type { Route } from "./+types/cookies";
import { Article } from "#app/ui/article.tsx";
import { ContactDetails } from "#app/ui/contact-details.tsx";
import { PageHead } from "#app/ui/page-head.tsx";

const COOKIES = [
  ["access_token", "Keeps you signed in.", "7 days"],
  ["refresh_token", "Renews the sign-in without asking for your password again.", "7 days"],
  [
    "A message cookie",
    "Carries a message, such as “Profile updated successfully!”, to the next page.",
    "Until it was shown",
  ],
  [
    "A checkout cookie",
    "Remembers the order that you are paying for, so that it is placed only once.",
    "Until the order ends",
  ],
  ["js", "Tells the server that your browser runs JavaScript.", "Until you close the browser"],
];

export default function Cookies({ matches }: Route.ComponentProps) {
  const { brand } = matches[0].loaderData;
  return (
    <>
      <PageHead
        shop={matches[0].loaderData}
        title="Cookie Policy"
        description={`The few cookies that ${brand.organizationName} sets, and what each is for.`}
        path={href("/cookies")}
      />
      <Article
        title="Cookie Policy"
        updated="2026-11-02"
        lead={`${brand.organizationName} sets the cookies that the shop needs to work. There are no advertising or tracking cookies, which is why no banner asks you about them.`}
        sections={[
          {
            title: "What a cookie is",
            content: (
              <p>A small text that a site stores in your browser and that the browser sends back with each page.</p>
            ),
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
            title: "What your browser remembers besides",
            content: (
              <p>
                If you tick Remember me, the e-mail address or mobile number that you sign in with stays in your
                browser, so that it can be suggested next time. Your password is never stored by us there; your
                browser’s own password manager may offer to.
              </p>
            ),
          },
          {
            title: "Your choice",
            content: (
              <p>
                You can delete or block cookies in your browser’s settings. You can still look at the catalogue then,
                but you cannot sign in or buy.
              </p>
            ),
          },
          { title: "Contact", content: <ContactDetails brand={brand} /> },
        ]}
      />
    </>
  );
}
