import { max } from "d3-array";
import { scaleBand, scaleLinear } from "d3-scale";
import { area, curveMonotoneX, line } from "d3-shape";

import type { Bucket } from "./buckets.ts";

const WIDTH = 720;
const HEIGHT = 200;
const MARGIN = { top: 12, right: 8, bottom: 24, left: 64 };
const TICKS = 4;
/** Labels on the axis, so that they do not touch. */
const LABELS = 7;

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
    [MARGIN.left, WIDTH - MARGIN.right],
  );
  const y = scaleLinear([0, max(buckets, valueOf) || 1], [HEIGHT - MARGIN.bottom, MARGIN.top]).nice(TICKS);
  const middle = ({ at }: Bucket) => x(String(at))! + x.bandwidth() / 2;
  const height = (bucket: Bucket) => y(valueOf(bucket));
  const every = Math.ceil(buckets.length / LABELS);
  return (
    <svg className="plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
      {y.ticks(TICKS).map((tick) => (
        <g key={tick} transform={`translate(0 ${y(tick)})`}>
          <line className="plot-grid" x1={MARGIN.left} x2={WIDTH - MARGIN.right} />
          <text x={MARGIN.left - 8} dy="0.32em" textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      <path
        className="plot-area"
        d={area<Bucket>(middle, HEIGHT - MARGIN.bottom, height).curve(curveMonotoneX)(buckets) ?? ""}
      />
      <path className="plot-line" d={line<Bucket>(middle, height).curve(curveMonotoneX)(buckets) ?? ""} />
      {buckets.map((bucket, index) => (
        <g key={bucket.at}>
          <circle className="plot-point" cx={middle(bucket)} cy={height(bucket)} r={3}>
            <title>{`${bucket.label}: ${format(valueOf(bucket))}`}</title>
          </circle>
          {index % every === 0 && (
            <text x={middle(bucket)} y={HEIGHT - 6} textAnchor="middle">
              {bucket.label}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
