const PIECES = 24;

/** Confetti that falls once, by CSS alone; nothing under reduced motion. */
export function Confetti() {
  return (
    <svg className="confetti" viewBox="0 0 400 240" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {Array.from({ length: PIECES }, (_, index) => {
        // Spread by the golden ratio: even, without a visible order.
        const x = ((index * 0.618) % 1) * 400;
        const y = ((index * 0.382) % 1) * 120;
        return index % 2 === 0 ? (
          <circle key={index} cx={x} cy={y} r="3.5" />
        ) : (
          <rect key={index} x={x} y={y} width="5" height="9" rx="1" />
        );
      })}
    </svg>
  );
}
