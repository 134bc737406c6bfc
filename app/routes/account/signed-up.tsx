import { href } from "react-router";

import type { Brand } from "#app/tenant/brand.ts";
import { ButtonLink } from "#app/ui/button.tsx";

import { AccountPage } from "./account-page.tsx";
import { DemoOutbox } from "./demo-outbox.tsx";

/** Does not reveal whether the account already existed. */
const MAILED = "We are sending you an e-mail. Open it to confirm your address, and then you can buy.";

type SignedUpProps = { brand: Brand; isMailed: boolean };

export function SignedUp({ brand, isMailed }: SignedUpProps) {
  const texts = isMailed
    ? { title: "Check your e-mail", lead: MAILED }
    : { title: "Your account is ready", lead: `Welcome to ${brand.organizationName}.` };
  return (
    <AccountPage brand={brand} {...texts}>
      <DemoOutbox brand={brand} />
      {isMailed && (
        <p>
          No mail? <a href={`${href("/login")}?returnTo=${href("/verify-email")}`}>Log in and send it again</a>.
        </p>
      )}
      <ButtonLink href={href("/login")}>Go to Login</ButtonLink>
    </AccountPage>
  );
}
