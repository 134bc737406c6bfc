import { DateTime } from "#app/ui/date.tsx";

import type { OrderAnswer } from "./answers.ts";
import { describeAct } from "./words.ts";

/** Everything that happened to the order, oldest first. */
export const Timeline = ({ happenings }: { happenings: OrderAnswer["timeline"] }) => (
  <>
    <h2 id="timeline">Timeline</h2>
    <ol className="timeline" aria-labelledby="timeline">
      {happenings.map(({ at, what, who, detail }, index) => (
        <li key={index}>
          <span className="muted small">
            <DateTime at={at} />, {who}
          </span>{" "}
          <span>
            <strong>{describeAct(what)}</strong> {detail && <span className="detail">{detail}</span>}
          </span>
        </li>
      ))}
    </ol>
  </>
);
