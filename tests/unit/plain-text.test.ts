import { describe, expect, test } from "vitest";
import { toPlainText } from "#app/routes/plain-text.server.ts";

describe("a host's HTML becomes text", () => {
  test("paragraphs, list items and table rows are lines, cells are apart [C-21]", () => {
    expect(
      toPlainText("<p>One<br>Two</p><ul><li>Three</li></ul><table><tr><th>Delivery</th><td>instant</td></tr></table>"),
    ).toEqual(["One", "Two", "Three", "Delivery instant"]);
  });

  test("scripts, styles and half-open tags leave no text behind, entities are decoded once [INJ-02]", () => {
    const hostile =
      "<script>alert(1)</script><style>p{}</style><p onclick=x()>5 &lt; 6 &amp;amp; 7</p><img src=x onerror=y><svg><text>z</text>";
    expect(toPlainText(hostile)).toEqual(["5 < 6 &amp; 7"]);
  });

  test("an endless text is cut", () => {
    expect(toPlainText("x".repeat(50_000))[0]).toHaveLength(20_000);
  });
});
