import { describe, expect, test } from "vitest";

import { toPlainText } from "#app/routes/plain-text.server.ts";

describe("a host's HTML becomes text", () => {
  test("puts paragraphs, list items and table rows on lines and separates cells [C-21]", () => {
    expect(
      toPlainText("<p>One<br>Two</p><ul><li>Three</li></ul><table><tr><th>Delivery</th><td>instant</td></tr></table>"),
    ).toEqual(["One", "Two", "Three", "Delivery instant"]);
  });

  test("leaves no text of scripts, styles and half-open tags, and decodes entities once [INJ-02]", () => {
    const hostile =
      "<script>alert(1)</script><style>p{}</style><p onclick=x()>5 &lt; 6 &amp;amp; 7</p><img src=x onerror=y><svg><text>z</text>";
    expect(toPlainText(hostile)).toEqual(["5 < 6 &amp; 7"]);
  });

  test("is cut when it is endless", () => {
    expect(toPlainText("x".repeat(50_000))[0]).toHaveLength(20_000);
  });
});
