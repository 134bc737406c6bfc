import type { Brand } from "#app/tenant/brand.ts";
import { Alert } from "#app/ui/notice.tsx";

/** In place of the three forms of a password reset where the shop's host has none. */
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
