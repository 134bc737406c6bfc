import { href } from "react-router";

import type { Flash } from "#app/session/session.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHead, type ShopData } from "#app/ui/frame/page-head.tsx";

import { AccountPage } from "./account-page.tsx";
import { DemoOutbox } from "./demo-outbox.tsx";

const SEND_AGAIN = `${href("/login")}?returnTo=${href("/verify-email")}`;

/** The same text for new and existing accounts, so that it does not reveal that one exists. */
export const MAILED: Flash = {
  kind: "success",
  text: "We are sending you an e-mail. Open it to confirm your address, and then you can buy.",
  link: { href: SEND_AGAIN, label: "No mail? Log in and send it again" },
};

type SignedUpProps = { shop: ShopData; isMailed: boolean };

export function SignedUp({ shop, isMailed }: SignedUpProps) {
  const { brand } = shop;
  const texts = isMailed
    ? { title: "Check your e-mail", lead: MAILED.text }
    : { title: "Your account is ready", lead: `Welcome to ${brand.organizationName}.` };
  return (
    <AccountPage brand={brand} {...texts}>
      <PageHead shop={shop} title={texts.title} path={href("/signup")} />
      <DemoOutbox brand={brand} />
      {isMailed && (
        <p>
          No mail? <a href={SEND_AGAIN}>Log in and send it again</a>.
        </p>
      )}
      <ButtonLink href={href("/login")}>Go to Login</ButtonLink>
    </AccountPage>
  );
}
