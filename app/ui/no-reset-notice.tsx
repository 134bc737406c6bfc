import type { Brand } from "#app/tenant/brand.ts";
import { Alert } from "./notice.tsx";

/** On the three pages of a password reset where the shop's host has none: nothing that is not so. */
export function NoResetNotice({ brand }: { brand: Brand }) {
  return (
    <Alert tone="info">
      These steps do not send a code or change a password yet.{" "}
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
