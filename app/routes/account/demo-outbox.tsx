import type { Brand } from "#app/tenant/brand.ts";
import { Alert } from "#app/ui/notice.tsx";

/** Links a demo shop's outbox. A real shop has none and renders nothing. */
export function DemoOutbox({ brand }: { brand: Brand }) {
  if (brand.outboxUrl === null) return null;
  return (
    <Alert tone="info">
      This is a demo. Read its mail in the <a href={brand.outboxUrl}>outbox</a>.
    </Alert>
  );
}
