import { Button } from "#app/ui/button.tsx";

import type { Typed } from "../base/form.ts";
import { FieldControl } from "../brand/field-control.tsx";
import type { SetupAction } from "../setup/save-setup.server.ts";
import { SetupActions, SetupOutcome } from "../setup/setup-actions.tsx";
import { channelFields } from "./channel-fields.ts";
import { providerName } from "./labels.ts";
import type { ChannelSetup, MessageSetup } from "./message-responses.ts";
import type { SavedMessages } from "./set-messages.server.ts";

type ChannelFormProps = {
  /** The provider whose settings the form shows. */
  provider: string;
  channel: ChannelSetup;
  setup: MessageSetup;
  canEdit: boolean;
  actionData?: SetupAction<SavedMessages>;
};

const CONFIRMATIONS = {
  refused: "Save though the provider refuses the credentials or was not reached: messages may fail",
};

/** The settings of a provider. Typed values stay until they are saved. */
export function ChannelForm({ provider, channel, setup, canEdit, actionData }: ChannelFormProps) {
  const isPresent = channel.provider === provider;
  const values: Typed = actionData?.typed ?? (isPresent ? channel.settings : {});
  const problems = actionData?.problem?.fields ?? {};
  const fields = channelFields(provider, {
    maySimulate: setup.may_simulate,
    addressVariable: channel.address_variable,
  });
  return (
    <form method="post" className="brand-form payment-form stack">
      {actionData && (
        <SetupOutcome
          findings={actionData.outcome?.findings ?? []}
          objections={actionData.objections}
          problem={actionData.problem}
        />
      )}
      <input type="hidden" name="seen" value={actionData?.seen ?? setup.seen} />
      <input type="hidden" name="channel" value={channel.channel} />
      <input type="hidden" name="provider" value={provider} />
      {fields.map((field) => (
        <FieldControl
          key={field.path}
          field={field}
          value={values[field.path] ?? ""}
          error={problems[field.path]}
          isReadOnly={!canEdit}
        />
      ))}
      {canEdit && (
        <SetupActions
          confirmations={CONFIRMATIONS}
          save={isPresent ? "Save" : `Save: ${providerName(provider)}`}
          actionData={actionData}
        >
          {isPresent && (
            <>
              {" "}
              <Button look="outline" name="act" value="remove" busyLabel="Removing...">
                Remove
              </Button>
            </>
          )}
        </SetupActions>
      )}
    </form>
  );
}
