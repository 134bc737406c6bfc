import type { Brand } from "#app/tenant/brand.ts";
import { rich } from "#app/texts/rich.ts";
import { Alert } from "#app/ui/notice.tsx";

/** Links a demo shop's outbox. A real shop has none and renders nothing. */
export function DemoOutbox({ brand: { outboxUrl } }: { brand: Brand }) {
  if (outboxUrl === null) return null;
  return <Alert tone="info">{rich("account.demoOutbox", { link: (parts) => <a href={outboxUrl}>{parts}</a> })}</Alert>;
}
