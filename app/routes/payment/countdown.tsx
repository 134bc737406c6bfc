import { rich } from "#app/texts/rich.ts";

import { t } from "../../../config/language/t.ts";

/** Seconds left at which screen readers announce the time. */
const MARKS = [120, 60, 30, 10];

type CountdownProps = { secondsLeft: number; windowSeconds: number };

/** Minutes and seconds beside a progress bar. The caller runs the clock. */
export function Countdown({ secondsLeft, windowSeconds }: CountdownProps) {
  const left = Math.max(0, Math.min(secondsLeft, windowSeconds));
  return (
    <div className={`countdown${left <= 30 ? " urgent" : ""}`}>
      <span className="figure" role="timer" aria-label={t("payment.timeLeft", { time: formatDuration(left) })}>
        {formatClock(left)}
      </span>{" "}
      <span className="sr" role="status">
        {announce(left)}
      </span>{" "}
      <label className="time-line">
        <span>{rich("payment.timeRemaining")}</span>
        <progress value={left} max={windowSeconds} />
      </label>
    </div>
  );
}

/** The text for screen readers, such as "Less than 1 min left". It changes at MARKS only. */
export function announce(seconds: number) {
  const mark = MARKS.findLast((least) => seconds < least);
  return mark ? t("payment.lessLeft", { time: formatDuration(mark) }) : "";
}

const HOUR = 3_600;
const twoDigits = (count: number) => String(count).padStart(2, "0");

/** Minutes and seconds, with the hours before them if there are any: 872 -> "14:32", 83_405 -> "23:10:05". */
export function formatClock(seconds: number) {
  const minutes = Math.floor(seconds / 60);
  const clock = seconds < HOUR ? minutes : `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}`;
  return `${clock}:${twoDigits(seconds % 60)}`;
}

/** Seconds in words, without zero parts, and without seconds from one hour on: 125 -> "2 min 5 s". */
export function formatDuration(seconds: number) {
  const parts = [
    [Math.floor(seconds / HOUR), "payment.hours"],
    [Math.floor((seconds % HOUR) / 60), "payment.minutes"],
    [seconds < HOUR ? seconds % 60 : 0, "payment.seconds"],
  ] as const;
  const words = parts.flatMap(([count, unit]) => (count > 0 ? [t(unit, { count })] : []));
  return words.join(" ") || t("payment.seconds", { count: 0 });
}
