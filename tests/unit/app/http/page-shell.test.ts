import { gunzipSync } from "node:zlib";

import { expect, test } from "vitest";

import { joinAsGzip, toPiece, toStoredPiece } from "#app/http/gzip-pieces.server.ts";
import { cutShell, fillShell } from "#app/http/page-shell.server.tsx";

test.each([
  ["", "", ""],
  ["<p>", "Asha", "</p>"],
  ["₹ tea ".repeat(9_000), "ü".repeat(40_000), "x"],
])("joins compressed and stored pieces into one gzip answer", (before, between, after) => {
  const pieces = [toPiece(Buffer.from(before)), toStoredPiece(Buffer.from(between)), toPiece(Buffer.from(after))];
  expect(gunzipSync(joinAsGzip(pieces)).toString()).toBe(before + between + after);
});

test("cuts a page only at the placeholders with its secret", () => {
  const foreign = '<template id="guess-account"></template>';
  const page = `<body>${foreign}<template id="s3cret-menuCount"></template> tea ${foreign}</body>`;
  const shell = cutShell(page, "s3cret");
  expect(shell.placeholders).toEqual(["menuCount"]);
  expect(shell.pieces.map(({ plain }) => plain.toString())).toEqual([`<body>${foreign}`, ` tea ${foreign}</body>`]);
});

test("fills each placeholder with the visitor's part, escaped", () => {
  const shell = cutShell('<ul><template id="s-topLogout"></template></ul><template id="s-account"></template>', "s");
  const viewer = { username: "<b>Asha</b>", email: "asha@example.com", coins: 12_50, cartCount: 2 };
  const fill = (...call: Parameters<typeof fillShell>) =>
    fillShell(...call)
      .map(({ plain }) => plain)
      .join("");
  const page = fill(shell, { viewer, notices: [] });
  expect(page).toMatch(/^<ul><li><form action="\/logout" method="post">/);
  expect(page).toContain("<bdi>&lt;b&gt;Asha&lt;/b&gt;</bdi>");
  expect(page).toMatch(/12\.5.*Points.*2<span class="sr"> (?:<!-- -->)?items/s);
  expect(fill(shell, { viewer: null, notices: [] })).toMatch(/^<ul><\/ul><div class="account">.*SIGN IN/s);
});
