import type { ReactNode } from "react";
import { href } from "react-router";

import { Alert } from "#app/ui/notice.tsx";

import type { ConsoleBrand } from "../base/member.ts";
import type { BrandResponse } from "./settings/brand-response.ts";

type ReadOnlyProps = {
  reason: NonNullable<BrandResponse["read_only"]>;
  brand: ConsoleBrand;
  /** The form that moves the editing of the brand to the console. Pages without it link to the page that has it. */
  children?: ReactNode;
};

/** The reason why a brand is read-only here. Members who may edit it also get a way to change that. */
export function ReadOnly({ reason, brand: { id, permissions }, children }: ReadOnlyProps) {
  if (reason === "not writable")
    return (
      <Alert tone="info">
        The commerce API cannot write to this brand&apos;s folder, so its files are edited where they come from.
      </Alert>
    );
  return (
    <Alert tone="info">
      <p>
        This brand&apos;s files are kept elsewhere, such as in a repository, so this page only shows them. A change here
        would be lost with the next change there.
      </p>
      {permissions.includes("brand.edit") &&
        (children ?? <a href={href("/brands/:brand/brand", { brand: id })}>Edit this brand in the console</a>)}
    </Alert>
  );
}
