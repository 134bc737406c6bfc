import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";

import { t } from "../../../config/language/t.ts";

/** Confirms the device of another session. */
export const ConfirmOther = ({ id, client }: { id: string; client: string }) => (
  <form method="post">
    <input type="hidden" name="id" value={id} />
    <p>{rich("account.waitsForConfirmation")}</p>
    <Button
      name="intent"
      value="confirm"
      busyLabel={t("account.confirming")}
      aria-label={client ? t("account.confirmOtherNamed", { client }) : t("account.confirmOtherUnnamed")}
    >
      {rich("account.confirmDevice")}
    </Button>
  </form>
);
