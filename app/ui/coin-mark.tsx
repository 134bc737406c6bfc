export function CoinMark({ size = 24 }: { size?: number }) {
  return (
    <svg className="coin" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12.6" r="10.4" fill="#b9770b" />
      <circle cx="12" cy="11.6" r="10.4" fill="#f5b82e" />
      <circle cx="12" cy="11.6" r="7.7" fill="none" stroke="#b9770b" strokeWidth="1.2" />
      <path d="m12 6.8 1.5 3.2 3.4.4-2.5 2.4.7 3.4-3.1-1.7-3.1 1.7.7-3.4-2.5-2.4 3.4-.4z" fill="#8a5606" />
    </svg>
  );
}
