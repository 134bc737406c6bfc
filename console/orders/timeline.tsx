import { DateTime } from "#app/ui/date.tsx";

import { describeAction } from "./labels.ts";
import type { OrderResponse } from "./responses.ts";

/** Everything that happened to the order, oldest first. */
export const Timeline = ({ happenings }: { happenings: OrderResponse["timeline"] }) => (
  <>
    <h2 id="timeline">Timeline</h2>
    <ol className="timeline" aria-labelledby="timeline">
      {happenings.map(({ at, what, who, detail }, index) => (
        <li key={index}>
          <span className="muted small">
            <DateTime at={at} />, {who}
          </span>{" "}
          <span>
            <strong>{describeAction(what)}</strong> {detail && <span className="detail">{detail}</span>}
          </span>
        </li>
      ))}
    </ol>
  </>
);
