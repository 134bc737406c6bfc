import KeyRound from "lucide/dist/esm/icons/key-round.mjs";
import type { ReactNode } from "react";
import { href } from "react-router";

import { Button } from "#app/ui/button.tsx";
import { ElementSlot } from "#app/ui/element-slot.tsx";
import { Icon } from "#app/ui/icon.tsx";

type PasskeyButtonProps = {
  /** The form's field for the passkey's signed answer. */
  field: "code" | "passkey";
  /** The options of a new passkey, as JSON; absent: an existing passkey is used. */
  options?: string;
  look?: "primary" | "outline";
  /** Shown if the browser has no passkeys; absent: nothing is shown. */
  otherwise?: string;
  children: ReactNode;
};

/**
 * Sends its form with a passkey (app/elements/console/passkey-button.ts). Hidden if the browser lacks passkeys or runs no
 * scripts.
 */
export const PasskeyButton = ({ field, options, look = "outline", otherwise, children }: PasskeyButtonProps) => (
  <passkey-button
    field={field}
    options={options}
    request={options === undefined ? href("/passkey-request") : undefined}
  >
    <Button type="button" look={look} isWide>
      <Icon of={KeyRound} size={16} /> {children}
    </Button>
    {otherwise && <p className="otherwise">{otherwise}</p>}
    <ElementSlot className="small" role="status" />
  </passkey-button>
);
