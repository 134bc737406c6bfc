import { isRouteErrorResponse } from "react-router";

import { t } from "../../../config/language/t.ts";
import { Crash } from "./crash.tsx";
import { NotFound } from "./not-found.tsx";
import { PageHead, type ShopData } from "./page-head.tsx";

type FailureProps = { error: unknown; shop?: ShopData & { requestId: string } };

/** Replaces a page that is missing or that failed. */
export function Failure({ error, shop }: FailureProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <>
      <PageHead shop={shop} title={isMissing ? t("ui.notFoundTitle") : t("ui.failedTitle")} />
      {isMissing ? <NotFound /> : <Crash error={error} requestId={shop?.requestId} />}
    </>
  );
}
