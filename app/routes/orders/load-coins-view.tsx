import { COUPON_MAX_CHARACTERS } from "#app/base/constants.ts";
import type { User } from "#app/commerce/types.ts";
import { AccountField } from "#app/forms/account-field.tsx";
import { formatPoints } from "#app/pricing/format-money.ts";
import { rich } from "#app/texts/rich.ts";
import { PromiseArt } from "#app/ui/benefit-illustrations.tsx";
import { Button } from "#app/ui/button.tsx";
import { CoinMark } from "#app/ui/coin-mark.tsx";
import { CoinsEnding } from "#app/ui/coins-ending.tsx";
import { CoinsExpiringNotice } from "#app/ui/coins-expiring.tsx";
import { Field } from "#app/ui/field.tsx";
import { FormProblem } from "#app/ui/form-problem.tsx";
import { Alert, NotLoaded } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";

type LoadCoinsProps = {
  /** The signed-in shopper. */
  viewer: User | null;
  balanceProblem?: string | null;
  code: string;
  error?: string;
  problem?: string | null;
  /** The answer to Verify. */
  good?: string | null;
  /** True if the form has the button, even if the backend cannot value a code without redeeming it. */
  hasVerify: boolean;
  canVerify: boolean;
};

export function LoadCoins(props: LoadCoinsProps) {
  const { viewer, balanceProblem, code, error, problem, good, hasVerify, canVerify } = props;
  return (
    <section className="panel load-coins" aria-label={t("orders.loadCoinsForm")}>
      <PromiseArt name="coins" />
      <div className="stack">
        {viewer && (
          <p className="balance">
            <CoinMark />
            <span>
              {rich("orders.yourBalance", {
                coins: formatPoints(viewer.coins),
                b: (parts) => <b className="points">{parts}</b>,
              })}{" "}
              <CoinsEnding of={viewer} />
            </span>
          </p>
        )}
        {balanceProblem && <NotLoaded>{balanceProblem}</NotLoaded>}
        <CoinsExpiringNotice expiring={viewer?.coinsExpiring} />
        <p>{rich("orders.loadCoinsAbout")}</p>
        {hasVerify && !canVerify && <p className="muted small">{rich("messages.codeNotChecked")}</p>}
        <voucher-code>
          <form method="post" action="/redeem-voucher" className="form" noValidate>
            {viewer && <AccountField of={viewer} />}
            <FormProblem text={problem} />
            {good && <Alert tone="success">{good}</Alert>}
            <Field
              label={rich("orders.codeLabel")}
              name="code"
              defaultValue={code}
              error={error}
              autoFocus={Boolean(error)}
              maxLength={COUPON_MAX_CHARACTERS}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
            <div className="form-row">
              {hasVerify && (
                <>
                  <Button look="outline" name="intent" value="verify" busyLabel={t("orders.verifying")}>
                    {rich("orders.verify")}
                  </Button>{" "}
                </>
              )}
              <Button name="intent" value="add" busyLabel={t("orders.adding")}>
                {rich("orders.addCoins")}
              </Button>
            </div>
          </form>
        </voucher-code>
      </div>
    </section>
  );
}
