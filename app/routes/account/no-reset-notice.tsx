import type { Brand } from "#app/tenant/brand.ts";
import { Alert } from "#app/ui/notice.tsx";

export function NoResetNotice({ brand }: { brand: Brand }) {
  return (
    <Alert tone="info">
      This shop cannot reset passwords on its website.{" "}
      {brand.email ? (
        <>
          For a new password, write to <a href={`mailto:${brand.email}`}>{brand.email}</a>.
        </>
      ) : (
        "For a new password, please contact us."
      )}
    </Alert>
  );
}
