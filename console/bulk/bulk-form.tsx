import type { ReactNode } from "react";

import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/field.tsx";

import { BULK_WORDS, type BulkWords, pageOf } from "./words.ts";

type BulkFormProps = {
  /** Such as "orders". */
  list: string;
  permissions: string[];
  /** True while the list shows only a part of all rows. */
  isFiltered: boolean;
  /** The further fields of actions, by their names. */
  fields?: Partial<Record<string, ReactNode>>;
  /** The table, with a box for each row (`ticks` of DataTable). */
  children: ReactNode;
};

/** True if this member may act on many rows of a list. */
export const mayActOnMany = (list: string, permissions: string[]) => actionsOf(list, permissions).length > 0;

const actionsOf = (list: string, permissions: string[]) =>
  Object.entries(BULK_WORDS).filter(
    ([action, { permission }]) => pageOf(action) === list && permissions.includes(permission),
  );

/** A list whose rows can be ticked, with the actions on ticked rows. Each leads to a preview, which changes nothing. */
export function BulkForm({ list, permissions, isFiltered, fields = {}, children }: BulkFormProps) {
  const actions = actionsOf(list, permissions);
  if (actions.length === 0) return children;
  const isWith = ([action]: [string, unknown]) => fields[action] !== undefined;
  return (
    // Without this, Back would make the browser tick other rows of a list that has changed.
    <form method="post" autoComplete="off" className="bulk">
      {/* The first button of a form is the one that Enter presses in a field; a disabled one keeps it from pressing any. */}
      <button disabled hidden />
      {children}
      <fieldset className="bulk-bar">
        <legend>Many at once</legend>
        <Checkbox
          name="all"
          value="1"
          label={isFiltered ? `All ${list} that match the filter` : `All ${list}, also those on other pages`}
        />
        <p className="bulk-acts">{actions.filter((one) => !isWith(one)).map(toButton)}</p>
        {actions.filter(isWith).map((one) => (
          <div key={one[0]} className="bulk-acts">
            {fields[one[0]]}
            {toButton(one)}
          </div>
        ))}
        <p className="small muted">For the ticked {list}, or for all. A preview comes first, and changes nothing.</p>
      </fieldset>
    </form>
  );
}

const toButton = ([action, { button }]: [string, BulkWords]) => (
  <Button key={action} look="outline" name="act" value={action} busyLabel="Looking...">
    {button}
  </Button>
);
