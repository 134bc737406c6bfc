import { phonePageHref } from "#app/routes/links.ts";
import { rich } from "#app/texts/rich.ts";
import { ButtonLink } from "#app/ui/button.tsx";

/** Leads to the sign-in by phone, from which the shopper goes on to `returnTo`. */
export const PhoneLink = ({ returnTo }: { returnTo: string }) => (
  <p>
    <ButtonLink look="outline" isWide href={phonePageHref("/phone", returnTo)}>
      {rich("account.continueByPhone")}
    </ButtonLink>
  </p>
);
