import type { z } from "zod";

import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Alert } from "#app/ui/notice.tsx";

import type { Typed } from "../base/form.ts";
import { Choice } from "../fields/choice.tsx";
import { CodeField } from "../ui/code-field.tsx";
import { Refusal } from "../ui/refusal.tsx";
import { channelName, faultLabel, kindLabel, languageName, providerName } from "./labels.ts";
import type { MessageSetup, TestedSchema } from "./message-responses.ts";

type TestFormProps = {
  setup: MessageSetup;
  actionData?: { typed: Typed; problem: { text: string; fields: Record<string, string> } | null };
};

const options = (keys: string[], label: (key: never) => string) =>
  Object.fromEntries(keys.map((key) => [key, label(key as never)]));

/** Sends one message with sample values to a number. */
export function TestForm({ setup: { channels, kinds, languages }, actionData }: TestFormProps) {
  const usable = channels.filter(({ provider, uses_outbox: usesOutbox }) => provider !== null || usesOutbox);
  if (usable.length === 0) return null;
  const { typed = {}, problem = null } = actionData ?? {};
  return (
    <>
      <h2 id="test">Test message</h2>
      <form method="post" className="stack">
        {problem && <Refusal {...problem} />}
        <p className="small muted">
          Send it to a phone of your own: it costs money, and its link leads nowhere. A brand sends at most 20 in a day.
        </p>
        <Field
          name="phone"
          label="Mobile number"
          type="tel"
          autoComplete="tel"
          defaultValue={typed.phone}
          error={problem?.fields.phone}
          required
        />
        <Choice
          name="kind"
          label="Message"
          options={options(
            kinds.map(({ kind }) => kind),
            kindLabel,
          )}
          value={typed.kind ?? kinds[0]!.kind}
        />
        <Choice
          name="channel"
          label="Channel"
          options={options(
            usable.map(({ channel }) => channel),
            channelName,
          )}
          value={typed.channel ?? (usable.find(({ provider }) => provider !== null) ?? usable[0]!).channel}
        />
        <Choice
          name="language"
          label="Language"
          options={options(languages, languageName)}
          value={typed.language ?? languages[0]!}
        />
        <CodeField id="test-code" error={problem?.fields.code} />
        <p className="actions">
          <Button look="outline" busyLabel="Sending...">
            Send a test message
          </Button>
        </p>
      </form>
    </>
  );
}

/** The provider's answer to a test message. */
export function TestOutcome({ tested }: { tested: z.output<typeof TestedSchema> }) {
  const { state, provider, language, fault, reason } = tested;
  const by = `${providerName(provider)}, template in ${languageName(language)}`;
  if (state === "accepted")
    return (
      <Alert tone="success" isFocused>
        Accepted ({by}). It may still fail on its way: look at the phone.
      </Alert>
    );
  const text =
    state === "unknown" ? `Nobody knows whether it was sent (${by})` : `Refused (${by}): ${faultLabel(fault)}`;
  return (
    <Alert isFocused>
      {text}. {reason}
    </Alert>
  );
}
