import { href } from "react-router";

import { useShop } from "#app/routes/use-shop.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";
import { AccountPage } from "../account/account-page.tsx";

/** The way to confirm the device of an account without an address, which gets no code. */
export function ConfirmElsewhere({ here, problem }: { here: string; problem: string | undefined }) {
  const shop = useShop();
  return (
    <AccountPage brand={shop.brand} title={rich("account.confirmDevice")} lead={rich("account.confirmDeviceLead")}>
      <PageHead shop={shop} title={t("account.confirmDevice")} />
      <form method="post" action={here}>
        {problem && <Alert>{problem}</Alert>}
        <p>{rich("account.confirmElsewhere", { link: (parts) => <a href={href("/sessions")}>{parts}</a> })}</p>
        <Button name="intent" value="send" isWide busyLabel={t("account.confirming")}>
          {rich("account.confirmedElsewhere")}
        </Button>
      </form>
    </AccountPage>
  );
}
