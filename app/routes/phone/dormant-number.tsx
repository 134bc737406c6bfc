import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";

import { t } from "../../../config/language/t.ts";

/** The question about a number that opens another account, which nobody has used for long. */
export const DormantNumber = ({ action, otherHref }: { action: string; otherHref: string }) => (
  <>
    <form method="post" action={action} className="form">
      <Button isWide name="intent" value="take" aria-describedby="take-hint" busyLabel={t("account.confirming")}>
        {rich("account.dormantTake")}
      </Button>
      <p id="take-hint" className="hint">
        {rich("account.dormantNewHint")}
      </p>
    </form>
    <p>{rich("account.dormantOwn")}</p>
    <p>{rich("account.otherNumber", { link: (parts) => <a href={otherHref}>{parts}</a> })}</p>
  </>
);
