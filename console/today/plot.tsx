import { max } from "d3-array";
import { scaleBand, scaleLinear } from "d3-scale";

import type { Bucket } from "./buckets.ts";

const TICKS = 4;
/** The most labels on the axis, so that they do not touch. Narrow plots hide every second one, and very narrow ones three of four. */
const LABELS = 7;
/** Coordinates are percent of the plot: the style sheet sets the sizes of the plot and of its texts. */
const WHOLE = 100;

const percent = (share: number) => `${share.toFixed(2)}%`;

function classOfLabel(place: number) {
  if (place % 2 === 1) return "plot-odd";
  return place % 4 === 0 ? undefined : "plot-half";
}

type PlotProps = {
  /** The plot's subject, for screen readers. The table beside it has the figures. */
  title: string;
  buckets: Bucket[];
  valueOf(bucket: Bucket): number;
  format(value: number): string;
};

/** A bar for each bucket of time, drawn on the server: it needs no script. */
export function Plot({ title, buckets, valueOf, format }: PlotProps) {
  const x = scaleBand(
    buckets.map(({ at }) => String(at)),
    [0, WHOLE],
  )
    .paddingInner(0.2)
    .paddingOuter(0.1); // so that a bar stands in the middle of its share
  const y = scaleLinear([0, max(buckets, valueOf) || 1], [WHOLE, 0]).nice(TICKS);
  const middle = ({ at }: Bucket) => x(String(at))! + x.bandwidth() / 2;
  const every = Math.ceil(buckets.length / LABELS);
  return (
    <svg className="plot" role="img" aria-label={title}>
      {y.ticks(TICKS).map((tick) => (
        <g key={tick}>
          <line className="plot-grid" x2="100%" y1={percent(y(tick))} y2={percent(y(tick))} />
          <text x={-8} y={percent(y(tick))} dy="0.32em" textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {buckets.map((bucket, index) => (
        <g key={bucket.at}>
          <rect
            className="plot-bar"
            x={percent(x(String(bucket.at))!)}
            y={percent(y(valueOf(bucket)))}
            width={percent(x.bandwidth())}
            height={percent(WHOLE - y(valueOf(bucket)))}
          >
            <title>{`${bucket.label}: ${format(valueOf(bucket))}`}</title>
          </rect>
          {index % every === 0 && (
            <text
              className={classOfLabel(index / every)}
              x={percent(middle(bucket))}
              y="100%"
              dy="1.7em"
              textAnchor="middle"
            >
              {bucket.tick}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
