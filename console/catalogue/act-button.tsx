import { Button } from "#app/ui/button.tsx";

type ActButtonProps = {
  act: "offer" | "place";
  value: string;
  product: { sku: string; name: string };
  label: string;
};

/** A button whose action "Undo" reverses. */
export const ActButton = ({ act, value, product: { sku, name }, label }: ActButtonProps) => (
  <form method="post">
    {Object.entries({ act, value, sku, name }).map(([field, text]) => (
      <input key={field} type="hidden" name={field} value={text} />
    ))}
    <Button look="outline" busyLabel="Saving..." aria-label={`${label}: ${name}`}>
      {label}
    </Button>
  </form>
);
