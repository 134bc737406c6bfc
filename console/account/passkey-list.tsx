import { z } from "zod";

import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

import { textColumn, timeColumn } from "../table/columns.tsx";
import { DataTable } from "../table/data-table.tsx";
import { PasskeyButton } from "../ui/passkey-button.tsx";
import type { Outcome } from "./passkey-actions.server.ts";

export const PasskeysSchema = z.object({
  /** The limit for each member; 0 if the API has no console hostname. */
  most: z.number(),
  passkeys: z.array(
    z.object({ id: z.string(), name: z.string(), created_at: z.number(), used_at: z.number().nullable() }),
  ),
});

/** A member's passkeys, each with a button that removes it, and the form for a new one. */
export const PasskeyList = ({ most, passkeys }: z.output<typeof PasskeysSchema>) => (
  <section className="stack" aria-labelledby="passkeys-title">
    <h2 id="passkeys-title">Passkeys</h2>
    <p>
      A passkey signs you in without a password and a code, and confirms what needs a code. Your device asks for your
      finger, your face or its PIN. Password and app keep working.
    </p>
    <DataTable
      caption="Passkeys"
      rows={passkeys}
      keyOf={({ id }) => id}
      empty="None."
      sortIn="passkeys"
      columns={[
        textColumn("Name", "name", "name"),
        timeColumn("Added", "added", "created_at"),
        timeColumn("Last used", "used", "used_at", "Never"),
        {
          label: "Action",
          cell: ({ id, name }) => (
            <form method="post">
              <input type="hidden" name="act" value="passkey-remove" />
              <input type="hidden" name="id" value={id} />
              <Button look="outline" busyLabel="Removing...">
                Remove<span className="sr"> {name}</span>
              </Button>
            </form>
          ),
        },
      ]}
    />
    {passkeys.length < most && <BeginForm />}
    {most === 0 && <p className="muted">New ones need CONSOLE_HOSTNAME in the settings of the commerce API, too.</p>}
  </section>
);

const BeginForm = () => (
  <form method="post" className="narrow-form">
    <input type="hidden" name="act" value="passkey-begin" />
    <Field
      name="name"
      label="Name of the new passkey"
      hint="Such as that of the device or the password manager."
      autoComplete="off"
      maxLength={40}
      required
    />
    <p>
      <Button look="outline" busyLabel="Asking...">
        Add a passkey
      </Button>
    </p>
  </form>
);

/** The second step: the browser makes the passkey. */
export const CreatePasskey = ({ name, options }: NonNullable<Outcome["creation"]>) => (
  <form method="post" className="stack confirm-code">
    <input type="hidden" name="act" value="passkey-add" />
    <input type="hidden" name="name" value={name} />
    <p>
      The passkey “{name}” is not added yet: your browser makes it within the next five minutes, and asks for your
      finger, your face or a PIN.
    </p>
    <PasskeyButton
      field="passkey"
      options={options}
      look="primary"
      otherwise="This browser cannot make passkeys, or its scripts are off. Nothing was added. Turn scripts on and add the passkey again, use another browser, or sign in as before."
    >
      Make the passkey
    </PasskeyButton>
  </form>
);
