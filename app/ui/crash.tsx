import { ButtonLink } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";

/** The crash screen (spec, section 2). In production `message` is the default one; `requestId` is what support asks for. */
export function Crash({ message, requestId }: { message: string; requestId?: string }) {
  return (
    <EmptyState drawing="broken" title="Oops! Something went wrong" text={message} isPage>
      <div className="form-row">
        <ButtonLink href="">Reload Page</ButtonLink>
        <ButtonLink href="/" look="outline">
          Go to Home
        </ButtonLink>
      </div>
      {requestId && <p className="muted small">Request {requestId}</p>}
    </EmptyState>
  );
}
