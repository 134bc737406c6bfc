import type { CoinsExpiring } from "#app/commerce/types.ts";
import { COUPON_MAX_CHARACTERS } from "#app/constants.ts";
import { formatPoints } from "#app/pricing/format-money.ts";
import { PromiseArt } from "#app/ui/benefit-illustrations.tsx";
import { Button } from "#app/ui/button.tsx";
import { CoinMark } from "#app/ui/coin-mark.tsx";
import { CoinsExpiringNotice } from "#app/ui/coins-expiring.tsx";
import { Field } from "#app/ui/field.tsx";
import { FormProblem } from "#app/ui/form-problem.tsx";
import { Alert } from "#app/ui/notice.tsx";

type LoadCoinsProps = {
  /** Hundredths; null for visitors. */
  balance: number | null;
  balanceProblem?: string | null;
  expiring?: CoinsExpiring | null;
  code: string;
  error?: string;
  problem?: string | null;
  /** The answer to Verify. */
  good?: string | null;
  /** Whether the backend can value a code without redeeming it. */
  canVerify: boolean;
};

export function LoadCoins(props: LoadCoinsProps) {
  const { balance, balanceProblem, expiring, code, error, problem, good, canVerify } = props;
  return (
    <section className="panel load-coins" aria-label="Load coins">
      <PromiseArt name="coins" />
      <div className="stack">
        {balance !== null && (
          <p className="balance">
            <CoinMark />
            <span>
              Your balance <b className="points">{formatPoints(balance)}</b> Points
            </span>
          </p>
        )}
        {balanceProblem && <Alert>{balanceProblem}</Alert>}
        <CoinsExpiringNotice expiring={expiring} />
        <p>One coin is one rupee. A voucher code adds its coins to your balance at once.</p>
        <voucher-code>
          <form method="post" action="/redeem-voucher" className="form" noValidate>
            <FormProblem text={problem} />
            {good && <Alert tone="success">{good}</Alert>}
            <Field
              label="Voucher code"
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
              {canVerify && (
                <>
                  <Button look="outline" name="intent" value="verify" busyLabel="Verifying...">
                    Verify
                  </Button>{" "}
                </>
              )}
              <Button name="intent" value="add" busyLabel="Adding...">
                Add Coins
              </Button>
            </div>
          </form>
        </voucher-code>
      </div>
    </section>
  );
}
