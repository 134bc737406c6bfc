import type { ReminderWay } from "#app/commerce/types.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/field.tsx";

type RemindersProps = { reminders: { by: ReminderWay; ways: ReminderWay[] }; error?: string | null };

/** The choice of the way in which the shop reminds of cards that expire. The label of a channel to a phone is the consent to it. */
export function Reminders({ reminders: { by, ways }, error }: RemindersProps) {
  const isReachable = ways.some((way) => way !== "none");
  return (
    <section className="panel wallet-reminders" id="reminders" aria-labelledby="reminders-title">
      <h2 id="reminders-title">{rich("wallet.reminders")}</h2>
      <p className="muted">{rich("wallet.remindersLead")}</p>
      {isReachable ? (
        <form method="post" action="/wallet">
          <fieldset aria-describedby={error ? "reminders-error" : undefined}>
            <legend>{rich("wallet.remindersLegend")}</legend>
            {ways.map((way) => (
              <label key={way} className="check">
                <input type="radio" name="by" value={way} defaultChecked={way === by} required />{" "}
                <span>{rich(`wallet.remindBy-${way}`)}</span>{" "}
              </label>
            ))}
          </fieldset>
          {error && <FieldError id="reminders-error">{error}</FieldError>}
          <Button look="outline">{rich("wallet.remindersSave")}</Button>
        </form>
      ) : (
        <p>
          <a href="/edit-profile">{rich("wallet.remindersUnreachable")}</a>
        </p>
      )}
    </section>
  );
}
