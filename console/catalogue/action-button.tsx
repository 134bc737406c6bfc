import { Button } from "#app/ui/button.tsx";

type ActionButtonProps = {
  act: "offer" | "place";
  value: string;
  product: { sku: string; name: string };
  label: string;
};

/** A button whose action "Undo" reverses. */
export const ActionButton = ({ act, value, product: { sku, name }, label }: ActionButtonProps) => (
  <form method="post">
    {Object.entries({ act, value, sku, name }).map(([field, text]) => (
      <input key={field} type="hidden" name={field} value={text} />
    ))}
    <Button look="outline" busyLabel="Saving..." aria-label={`${label}: ${name}`}>
      {label}
    </Button>
  </form>
);
