import { useLocation } from "react-router";

import { CRASH } from "#app/texts/messages.ts";

import { ButtonLink } from "../button.tsx";
import { EmptyState } from "../empty-state.tsx";
import { BROKEN } from "../illustration.tsx";

/** The crash screen (docs/product.md, 10.3). Production shows the default message; support needs the `requestId`. */
export function Crash({ error, requestId }: { error: unknown; requestId?: string }) {
  const { pathname, search } = useLocation();
  const message = import.meta.env.DEV && error instanceof Error ? error.message : CRASH;
  return (
    <EmptyState drawing={BROKEN} title="Oops! Something went wrong" text={message} isPage>
      <div className="form-row">
        <ButtonLink href={pathname + search}>Reload Page</ButtonLink>{" "}
        <ButtonLink href="/" look="outline">
          Go to Home
        </ButtonLink>
      </div>
      {requestId && <p className="muted small">Request {requestId}</p>}
    </EmptyState>
  );
}
