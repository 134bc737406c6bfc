import type { Brand } from "#app/tenant/brand.ts";

import { languageOf } from "./language.ts";

export function Logo({ brand }: { brand: Brand }) {
  return (
    <a className="logo" href="/">
      {brand.logoUrl ? (
        <img
          src={brand.logoUrl}
          alt={brand.organizationName}
          width={brand.logoSize?.width ?? 160}
          height={brand.logoSize?.height ?? 40}
          className={brand.logoSize ? undefined : "unmeasured"}
        />
      ) : (
        <span className="wordmark" lang={languageOf(brand.organizationName)}>
          {brand.organizationName}
        </span>
      )}
    </a>
  );
}
