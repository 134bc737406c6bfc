import { AccountPage } from "#app/routes/account/account-page.tsx";
import { useShop } from "#app/routes/use-shop.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";

/** The question about an account that nobody has used for long: the number may have another owner now. */
export function WhoseAccount({ action, problem }: { action: string; problem: string | null | undefined }) {
  const shop = useShop();
  return (
    <AccountPage brand={shop.brand} title={rich("account.dormant")} lead={rich("account.dormantLead")}>
      <PageHead shop={shop} title={t("account.dormant")} />
      {problem && <Alert>{problem}</Alert>}
      <form method="post" action={action} className="form">
        <Button isWide name="intent" value="mine" aria-describedby="mine-hint">
          {rich("account.dormantMine")}
        </Button>
        <p id="mine-hint" className="hint">
          {rich("account.dormantMineHint")}
        </p>
        <Button look="outline" isWide name="intent" value="new" aria-describedby="new-hint">
          {rich("account.dormantNew")}
        </Button>
        <p id="new-hint" className="hint">
          {rich("account.dormantNewHint")}
        </p>
      </form>
    </AccountPage>
  );
}
