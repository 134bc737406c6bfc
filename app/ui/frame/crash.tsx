import { useLocation } from "react-router";

import { rich } from "#app/texts/rich.ts";

import { t } from "../../../config/language/t.ts";
import { ButtonLink } from "../button.tsx";
import { EmptyState } from "../empty-state.tsx";
import { BROKEN } from "../illustration.tsx";

/** The crash screen (docs/product.md, 10.3). Production shows the default message; support needs the `requestId`. */
export function Crash({ error, requestId }: { error: unknown; requestId?: string }) {
  const { pathname, search } = useLocation();
  const message = import.meta.env.DEV && error instanceof Error ? error.message : t("ui.crash");
  return (
    <EmptyState drawing={BROKEN} title={rich("ui.oops")} text={message} isPage>
      <div className="form-row">
        <ButtonLink href={pathname + search}>{rich("ui.reload")}</ButtonLink>{" "}
        <ButtonLink href="/" look="outline">
          {rich("ui.goHome")}
        </ButtonLink>
      </div>
      {requestId && <p className="muted small">{rich("ui.request", { id: requestId })}</p>}
    </EmptyState>
  );
}
