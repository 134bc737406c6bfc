import type { ReactNode } from "react";

export type PromiseArtName = "cards" | "coins" | "delivery";

const Card = ({ tone, transform, children }: { tone: string; transform: string; children?: ReactNode }) => (
  <g transform={transform}>
    <rect className={`paper ${tone}`} x="-110" y="-69" width="220" height="138" rx="12" />
    {children}
  </g>
);

const Face = () => (
  <>
    <path className="motif" d="M10 69a100 100 0 0 1 100-100V57a12 12 0 0 1-12 12z" />
    <path className="motif soft" d="M60 69a50 50 0 0 1 50-50v38a12 12 0 0 1-12 12z" />
    <rect className="chip" x="-88" y="-46" width="32" height="24" rx="5" />
    <path className="line" d="M-88 28h78M-88 44h46" />
  </>
);

const Coin = ({ x, y }: { x: number; y: number }) => (
  <g transform={`translate(${x} ${y})`}>
    <path className="rim" d="M-34 0v12a34 11 0 0 0 68 0V0z" />
    <ellipse className="gold" rx="34" ry="11" />
    <ellipse className="rim-line" rx="24" ry="7" />
  </g>
);

const ARTS: Record<PromiseArtName, ReactNode> = {
  cards: (
    <>
      <Card tone="second" transform="translate(170 118) rotate(-17)" />
      <Card tone="third" transform="translate(188 124) rotate(-5)" />
      <Card tone="first" transform="translate(208 138) rotate(8)">
        <Face />
      </Card>
    </>
  ),
  coins: (
    <>
      <Card tone="first" transform="translate(180 112) rotate(-6)">
        <Face />
      </Card>
      {[216, 202, 188, 174].map((y) => (
        <Coin key={y} x={270} y={y} />
      ))}
      {[216, 202].map((y) => (
        <Coin key={y} x={196} y={y} />
      ))}
    </>
  ),
  delivery: (
    <>
      <path className="paper third" d="M70 118 190 40l120 78v112H70z" />
      <Card tone="first" transform="translate(190 110) rotate(-3)">
        <Face />
      </Card>
      <path className="paper second" d="M70 118l120 70 120-70v112a8 8 0 0 1-8 8H78a8 8 0 0 1-8-8z" />
      <path className="line fold" d="m76 234 84-62m144 62-84-62" />
    </>
  ),
};

export function PromiseArt({ name }: { name: PromiseArtName }) {
  return (
    <svg className="promise-art" viewBox="40 10 300 250" aria-hidden="true">
      {ARTS[name]}
    </svg>
  );
}
