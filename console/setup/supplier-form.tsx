import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

import type { Typed } from "../base/form.ts";
import { FieldControl } from "../brand/field-control.tsx";
import type { SetupAction } from "./save-setup.server.ts";
import type { SavedSupplier } from "./set-supplier.server.ts";
import { SetupActions, SetupOutcome } from "./setup-actions.tsx";
import { supplierFields } from "./supplier-fields.ts";
import type { Supplier, Suppliers } from "./supplier-responses.ts";

type SupplierFormProps = {
  kind: string;
  /** Absent for a new one. */
  supplier?: Supplier;
  setup: Suppliers;
  canEdit: boolean;
  actionData?: SetupAction<SavedSupplier>;
};

/** The settings of one supplier. Typed values stay until they are saved. */
export function SupplierForm({ kind, supplier, setup, canEdit, actionData }: SupplierFormProps) {
  const { typed, problem, outcome, seen = setup.seen }: Partial<SetupAction<SavedSupplier>> = actionData ?? {};
  const values: Typed = typed ?? supplier?.settings ?? {};
  const problems = problem?.fields ?? {};
  const options = {
    maySimulate: setup.may_simulate,
    addressVariable: (supplier ?? setup).address_variable,
  };
  return (
    <form method="post" className="brand-form payment-form stack">
      {actionData && (
        <SetupOutcome
          findings={outcome?.findings ?? []}
          objections={actionData.objections}
          problem={actionData.problem}
        />
      )}
      <input type="hidden" name="seen" value={seen} />
      <input type="hidden" name="kind" value={kind} />
      <NameField supplier={supplier} value={values.name} error={problems.name} />
      {supplierFields(kind, options).map((field) => (
        <FieldControl
          key={field.path}
          field={field}
          value={values[field.path] ?? ""}
          error={problems[field.path]}
          isReadOnly={!canEdit}
        />
      ))}
      {canEdit && (
        <SetupActions confirmations={confirmationsOf(outcome)} save={supplier ? "Save" : "Add"} actionData={actionData}>
          {supplier && <RemoveButton />}
        </SetupActions>
      )}
    </form>
  );
}

type NameFieldProps = { supplier: Supplier | undefined; value: string | undefined; error: string | undefined };

/** Only a new supplier gets a name; an existing one keeps its name. */
const NameField = ({ supplier, value, error }: NameFieldProps) =>
  supplier === undefined ? (
    <>
      <input type="hidden" name="how" value="add" />
      <Field
        name="name"
        label="Name"
        hint="Your own, in lower-case letters, digits and dashes. Products and the variables with its secrets name it; it stays."
        defaultValue={value}
        error={error}
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </>
  ) : (
    <>
      <input type="hidden" name="how" value="change" />
      <input type="hidden" name="name" value={supplier.name} />
    </>
  );

const RemoveButton = () => (
  <>
    {" "}
    <Button look="outline" name="act" value="remove" busyLabel="Removing...">
      Remove
    </Button>
  </>
);

const confirmationsOf = (outcome: SavedSupplier | null | undefined) => ({
  refused: "Save though the supplier refuses the credentials or was not reached: orders with it may fail",
  used: `Go on though ${count(outcome?.used ?? 0, "product")} of the former account: they sell out, unless another source has them`,
  open: `Go on though ${count(outcome?.open ?? 0, "order")} there not ended: the shop can no longer ask, and refunds what does not come`,
});

/** The start of a sentence, such as "1 product names" or "3 orders have". */
const count = (number: number, noun: string) => {
  const verb = noun === "product" ? ["names a SKU", "name SKUs"] : ["has", "have"];
  return number === 1 ? `1 ${noun} ${verb[0]}` : `${number} ${noun}s ${verb[1]}`;
};
