const PIECES = 24;

/** Falls once, by CSS alone; hidden under reduced motion. */
export function Confetti() {
  return (
    <svg className="confetti" viewBox="0 0 400 240" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {Array.from({ length: PIECES }, (_, index) => {
        // Multiples of the golden ratio spread the pieces evenly, without a visible pattern.
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
