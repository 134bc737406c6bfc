import { Button } from "#app/ui/button.tsx";

import { Choice } from "../fields/choice.tsx";
import type { Endpoint } from "./responses.ts";

/** The actions on an endpoint, besides changing it. */
export const EndpointActions = ({ endpoint: { paused_at, failed } }: { endpoint: Endpoint }) => (
  <>
    <div className="page-links">
      {paused_at === null ? (
        <>
          <ActionForm act="test" label="Send a test" busyLabel="Sending..." />
          <ActionForm act="pause" label="Pause" busyLabel="Pausing..." />
        </>
      ) : (
        <ActionForm act="resume" label="Resume" busyLabel="Resuming..." />
      )}
      <ActionForm act="rotate" label="Make a new secret" busyLabel="Making it..." />
      <ActionForm act="remove" label="Remove" busyLabel="Removing..." />
    </div>
    {failed > 0 && (
      <form method="post" className="search-form">
        <input type="hidden" name="act" value="replay-failed" />
        <Choice name="days" label="Send again what failed" options={SINCE} value="1" />
        <Button look="outline" busyLabel="Sending...">
          Send again
        </Button>
      </form>
    )}
  </>
);

const SINCE = { 1: "in the last day", 7: "in the last week", 30: "in the last 30 days" };

const ActionForm = ({ act, label, busyLabel }: { act: string; label: string; busyLabel: string }) => (
  <form method="post">
    <input type="hidden" name="act" value={act} />
    <Button look={act === "remove" ? "danger" : "outline"} busyLabel={busyLabel}>
      {label}
    </Button>
  </form>
);
