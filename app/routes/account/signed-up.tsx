import { href } from "react-router";

import type { Flash } from "#app/session/session.server.ts";
import { rich } from "#app/texts/rich.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHead, type ShopData } from "#app/ui/frame/page-head.tsx";

import { t } from "../../../config/language/t.ts";
import { AccountPage } from "./account-page.tsx";
import { DemoOutbox } from "./demo-outbox.tsx";

const SEND_AGAIN = `${href("/login")}?returnTo=${href("/verify-email")}`;

/** The same text for new and existing accounts, so that it does not reveal that one exists. */
export const mailed = (): Flash => ({
  kind: "success",
  text: t("account.mailed"),
  link: { href: SEND_AGAIN, label: t("account.noMail") },
});

type SignedUpProps = { shop: ShopData; isMailed: boolean };

export function SignedUp({ shop, isMailed }: SignedUpProps) {
  const { brand } = shop;
  const title = isMailed ? "account.checkEmail" : "account.ready";
  const lead = isMailed ? rich("account.mailed") : rich("account.welcomeTo", { organization: brand.organizationName });
  return (
    <AccountPage brand={brand} title={rich(title)} lead={lead}>
      <PageHead shop={shop} title={t(title)} path={href("/signup")} />
      <DemoOutbox brand={brand} />
      {isMailed && <p>{rich("account.noMailLink", { link: (parts) => <a href={SEND_AGAIN}>{parts}</a> })}</p>}
      <ButtonLink href={href("/login")}>{rich("account.goToLogin")}</ButtonLink>
    </AccountPage>
  );
}
