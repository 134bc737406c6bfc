import { Button } from "#app/ui/button.tsx";

import { Choice } from "../fields/choice.tsx";
import type { Endpoint } from "./answers.ts";

/** The actions on an endpoint, besides changing it. */
export const EndpointActs = ({ endpoint: { paused_at, failed } }: { endpoint: Endpoint }) => (
  <>
    <div className="page-links">
      {paused_at === null ? (
        <>
          <Act act="test" label="Send a test" busyLabel="Sending..." />
          <Act act="pause" label="Pause" busyLabel="Pausing..." />
        </>
      ) : (
        <Act act="resume" label="Resume" busyLabel="Resuming..." />
      )}
      <Act act="rotate" label="Make a new secret" busyLabel="Making it..." />
      <Act act="remove" label="Remove" busyLabel="Removing..." />
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

const Act = ({ act, label, busyLabel }: { act: string; label: string; busyLabel: string }) => (
  <form method="post">
    <input type="hidden" name="act" value={act} />
    <Button look={act === "remove" ? "danger" : "outline"} busyLabel={busyLabel}>
      {label}
    </Button>
  </form>
);
