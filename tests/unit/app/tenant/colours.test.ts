import { expect, test } from "vitest";

import { brandCss } from "#app/tenant/colours.ts";

import { wcagContrast as ratio } from "../../../../config/typed/culori.ts";

const valuesOf = (css: string): Record<string, string>[] =>
  css
    .split("\n")
    .map((scheme) =>
      Object.fromEntries([...scheme.matchAll(/--([a-z-]+):([^;}]+)/g)].map(([, name, value]) => [name, value])),
    );

const EVIL = [
  "red",
  "red;background:url(https://evil.example)",
  "#fff}</style><script>alert(1)</script>",
  "#12345",
  "#1234567",
  "#ggg",
  "url(javascript:alert(1))",
  "expression(alert(1))",
  "var(--x)",
  "#fff /* x */",
  "\\\\23fff",
  "",
];

test.each(EVIL)("replaces the colour %j by the default [INJ-01]", (evil) => {
  const names = [
    "primary_color",
    "secondary_color",
    "button_color",
    "button_text_color",
    "header_text_color",
    "footer_text_color",
    "normal_text_color",
  ];
  expect(brandCss(Object.fromEntries(names.map((name) => [name, evil])))).toBe(brandCss({}));
});

test("returns only colours and a hue [INJ-01]", () => {
  const css = brandCss({ primary_color: "#ABC", button_color: "#5bd318" });
  const values = valuesOf(css).flatMap((scheme) => Object.entries(scheme));
  expect(values.length).toBeGreaterThan(20);
  const isKnown = ([name, value]: [string, string]) => {
    if (name === "hue" || name === "has-hue") return /^\d+$/.test(value);
    return /^#[0-9a-f]{6}$/.test(value) || (name.endsWith("-edge") && value === "transparent");
  };
  expect(values.filter((value) => !isKnown(value))).toEqual([]);
});

test("makes the default button 10 % lighter on hover and 30 % while busy, and the primary colour 10 % on hover [B-02]", () => {
  const [light] = valuesOf(brandCss({ primary_color: "#000000" }));
  expect(light).toMatchObject({
    button: "#5bd318",
    "button-hover": "#6bd72f",
    "button-busy": "#8ce05d",
    "primary-hover": "#1a1a1a",
  });
});

test("makes unreadable pairs readable in both schemes [B-01]", () => {
  const greys = ["#ffffff", "#777777", "#000000", "#ffff00", "#0000ff", "#5bd318"];
  const unreadable: string[] = [];
  for (const ground of greys) {
    for (const text of greys) {
      const colours = {
        primary_color: ground,
        button_color: ground,
        footer_text_color: text,
        button_text_color: text,
        normal_text_color: text,
      };
      const [light, dark] = valuesOf(brandCss(colours)) as [Record<string, string>, Record<string, string>];
      const pairs: [string, string][] = [
        [light["on-button"]!, light.button!],
        [light["on-primary"]!, light.primary!],
        [light["footer-text"]!, light.primary!],
        [light["normal-text"]!, "#ffffff"],
        [dark["on-button"]!, dark.button!],
        [dark["normal-text"]!, "#14151a"],
        [dark.primary!, "#14151a"],
        [light["on-panel"]!, light.panel!],
        [dark["on-panel"]!, dark.panel!],
      ];
      for (const [one, other] of pairs)
        if (ratio(one, other) < 4.4) unreadable.push(`${text} on ${ground}: ${one} on ${other}`);
    }
  }
  expect(unreadable).toEqual([]);
});

test("leaves all seven readable colours unchanged [B-01]", () => {
  const [light] = valuesOf(
    brandCss({
      primary_color: "#2b2391",
      secondary_color: "#ff8800",
      button_color: "#222222",
      normal_text_color: "#1f1d3a",
      header_text_color: "#221b74",
      button_text_color: "#ffeeaa",
      footer_text_color: "#fafafa",
    }),
  );
  expect(light).toMatchObject({
    primary: "#2b2391",
    secondary: "#ff8800",
    button: "#222222",
    "normal-text": "#1f1d3a",
    "header-text": "#221b74",
    "on-button": "#ffeeaa",
    "footer-text": "#fafafa",
  });
});

test.each([
  ["#808080", "0"],
  ["#000000", "0"],
  ["#fafafa", "0"],
  ["#8a8785", "0"],
  ["#7a1f3d", "1"],
  ["#10284f", "1"],
  ["#ffe600", "1"],
])("gives other colours the hue of %s: %s", (primary_color, hasHue) => {
  for (const scheme of valuesOf(brandCss({ primary_color }))) expect(scheme["has-hue"]).toBe(hasHue);
});

test.each([
  ["#fefefe", true, false],
  ["#000000", false, true],
  ["#5bd318", false, false],
])("gives the button %s an edge by day: %s, at night: %s", (button_color, byDay, atNight) => {
  const schemes = valuesOf(brandCss({ button_color, primary_color: button_color }));
  const grounds = ["#eef1f3", "#1d1f26"];
  const edges = schemes.map((scheme, index) => {
    const edge = scheme["button-edge"]!;
    return edge !== "transparent" && ratio(edge, grounds[index]!) >= 3;
  });
  expect(edges).toEqual([byDay, atNight]);
  expect(schemes.map((scheme) => scheme["panel-edge"] !== "transparent")).toEqual([byDay, atNight]);
});
