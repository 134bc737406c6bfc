/** The banner of brands without one. Transparent, with `secondary` (`#rrggbb`), white and black. */
export function defaultBanner(secondary: string): string {
  const card = (x: number, y: number, degrees: number, fill: string) =>
    `<g transform="translate(${x} ${y}) rotate(${degrees})">${CARD.replace("FILL", fill)}</g>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 360" width="1600" height="360" preserveAspectRatio="xMaxYMid slice">`,
    `<circle cx="1500" cy="40" r="230" fill="${secondary}" fill-opacity=".55"/>`,
    `<circle cx="1060" cy="370" r="190" fill="#fff" fill-opacity=".12"/>`,
    `<circle cx="1290" cy="330" r="120" fill="#000" fill-opacity=".1"/>`,
    card(1130, 96, -12, `fill="#fff" fill-opacity=".2"`),
    card(1330, 130, 9, `fill="${secondary}" fill-opacity=".8"`),
    `</svg>`,
  ].join("");
}

const CARD = [
  `<rect width="230" height="146" rx="14" FILL stroke="#fff" stroke-opacity=".5" stroke-width="2"/>`,
  `<path d="M64 0v146M0 60h230" stroke="#000" stroke-opacity=".18" stroke-width="16"/>`,
  `<path d="M64 60c-44-8-38-52-14-42 12 5 14 42 14 42s2-37 14-42c24-10 30 34-14 42z" fill="#fff" fill-opacity=".5"/>`,
].join("");
