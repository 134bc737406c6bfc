import { describe, expect, test } from "vitest";

import { ConfigurationSchema } from "#app/commerce/schemas/configuration.ts";

const read = (wire: object) => ConfigurationSchema.parse(wire);

describe("a colour of the configuration", () => {
  test.each([
    ["#5BD318", "#5bd318"],
    ["#abc", "#aabbcc"],
    ["Navy", "#000080"],
    [" rgb(0, 0, 128) ", "#000080"],
    ["rgb(0 0 128 / 100%)", "#000080"],
    ["hsl(120 100% 25%)", "#008000"],
    ["oklch(1 0 0)", "#ffffff"],
  ])("written as %s is read [B-01]", (primary_color, hex) => {
    expect(read({ primary_color })).toMatchObject({ colours: { primary_color: hex }, unread: [] });
  });

  test.each(["sky", "transparent", "#5bd31880", "rgb(0 0 128 / 50%)", "var(--x)", "red;}body{display:none"])(
    "written as %s is not read, and is named [B-01] [INJ-01]",
    (button_color) => {
      const { colours, unread } = read({ button_color });
      expect([colours.button_color, unread]).toEqual([undefined, ["button_color"]]);
    },
  );
});

describe("about_us", () => {
  test.each<[unknown, object]>([
    ["Since 1998.\nFrom Pune.", { content: "Since 1998.\nFrom Pune." }],
    [
      { title: "We", content: "Since 1998." },
      { title: "We", content: "Since 1998." },
    ],
    [{ title: "We" }, { title: "We" }],
    [
      { heading: "We", description: "Since 1998." },
      { title: "We", content: "Since 1998." },
    ],
    [["Since 1998.", { text: "From Pune." }], { content: "Since 1998.\nFrom Pune." }],
    [
      { name: "We", sections: [{ title: "Who", body: ["Asha", "Bimal"] }, { image_url: "https://x.example/a.png" }] },
      { title: "We", content: "Who\nAsha\nBimal" },
    ],
    [{ id: "12", slug: "about", url: "/about", html: "<p>Hi</p>" }, { content: "<p>Hi</p>" }],
  ])("of the shape %j is read [B-01] [S-03]", (about_us, aboutUs) => {
    expect(read({ about_us })).toMatchObject({ aboutUs, unread: [] });
    expect(Object.keys(read({ about_us }).aboutUs!)).toEqual(Object.keys(aboutUs));
  });

  test.each([null, undefined, "", {}, [], { title: "", content: null }])(
    "of the value %j counts as absent",
    (about_us) => {
      expect(read({ about_us })).toMatchObject({ unread: [] });
      expect(read({ about_us }).aboutUs).toBeUndefined();
    },
  );

  test.each([7, { id: "12" }, { image_url: "https://x.example/a.png" }])("without a text, %j, is named", (about_us) => {
    const { aboutUs, unread } = read({ about_us });
    expect([aboutUs, unread]).toEqual([undefined, ["about_us"]]);
  });

  test("that is nested without end is read to a limited depth only", () => {
    let about_us: unknown = "end";
    for (let depth = 0; depth < 5_000; depth++) about_us = [about_us];
    expect(read({ about_us }).aboutUs).toBeUndefined();
  });
});
