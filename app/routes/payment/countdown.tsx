/** In SVG units. */
const RADIUS = 44;
const ROUND = 2 * Math.PI * RADIUS;

/** Seconds left at which screen readers hear the time. */
const MARKS = [120, 60, 30, 10];

type CountdownProps = { secondsLeft: number; windowSeconds: number };

/** A ring with minutes and seconds, and a progress bar. The caller runs the clock. */
export function Countdown({ secondsLeft, windowSeconds }: CountdownProps) {
  const left = Math.max(0, Math.min(secondsLeft, windowSeconds));
  return (
    <div className={left <= 30 ? "countdown urgent" : "countdown"}>
      <div className="ring">
        <svg viewBox="0 0 100 100" width="96" height="96" aria-hidden="true">
          <circle className="track" cx="50" cy="50" r={RADIUS} />
          <circle
            className="rest"
            cx="50"
            cy="50"
            r={RADIUS}
            strokeDasharray={`${((left / windowSeconds) * ROUND).toFixed(1)} 999`}
          />
        </svg>
        <span className="figure" role="timer" aria-label={`${formatDuration(left)} left`}>
          {Math.floor(left / 60)}:{String(left % 60).padStart(2, "0")}
        </span>
      </div>
      <span className="sr" role="status">
        {announce(left)}
      </span>{" "}
      <label className="time-line">
        <span>Time remaining</span>
        <progress value={left} max={windowSeconds} />
      </label>
    </div>
  );
}

/** The text for screen readers, such as "Less than 1 min left". It changes at MARKS only. */
export function announce(seconds: number) {
  const mark = MARKS.findLast((least) => seconds < least);
  return mark ? `Less than ${formatDuration(mark)} left` : "";
}

/** Seconds in words, without zero parts: 125 -> "2 min 5 s". */
export function formatDuration(seconds: number) {
  const parts = [
    [Math.floor(seconds / 60), "min"],
    [seconds % 60, "s"],
  ] as const;
  return parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(" ") || "0 s";
}
