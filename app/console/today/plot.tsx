import { max } from "d3-array";
import { scaleBand, scaleLinear } from "d3-scale";
import { area, curveMonotoneX, line } from "d3-shape";

import type { Bucket } from "./buckets.ts";

const TICKS = 4;
/** Labels on the axis, so that they do not touch. Narrow plots hide every second one. */
const LABELS = 7;
/** Percent of the plot: it has the size that the style sheet gives it, and its texts have theirs. */
const WHOLE = 100;

const percent = (share: number) => `${share.toFixed(2)}%`;

type PlotProps = {
  /** What it shows, for screen readers. The table beside it has the figures. */
  title: string;
  buckets: Bucket[];
  valueOf(bucket: Bucket): number;
  format(value: number): string;
};

/** A plot over time, drawn on the server: it needs no script. */
export function Plot({ title, buckets, valueOf, format }: PlotProps) {
  const x = scaleBand(
    buckets.map(({ at }) => String(at)),
    [0, WHOLE],
  );
  const y = scaleLinear([0, max(buckets, valueOf) || 1], [WHOLE, 0]).nice(TICKS);
  const middle = ({ at }: Bucket) => x(String(at))! + x.bandwidth() / 2;
  const height = (bucket: Bucket) => y(valueOf(bucket));
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
      <svg viewBox={`0 0 ${WHOLE} ${WHOLE}`} preserveAspectRatio="none">
        <path className="plot-area" d={area<Bucket>(middle, WHOLE, height).curve(curveMonotoneX)(buckets) ?? ""} />
        <path className="plot-line" d={line<Bucket>(middle, height).curve(curveMonotoneX)(buckets) ?? ""} />
      </svg>
      {buckets.map((bucket, index) => (
        <g key={bucket.at}>
          <circle className="plot-point" cx={percent(middle(bucket))} cy={percent(height(bucket))} r={3}>
            <title>{`${bucket.label}: ${format(valueOf(bucket))}`}</title>
          </circle>
          {index % every === 0 && (
            <text
              className={index % (2 * every) === 0 ? undefined : "plot-second"}
              x={percent(middle(bucket))}
              y="100%"
              dy={20}
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
