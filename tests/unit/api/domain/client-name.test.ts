import { expect, test } from "vitest";

import { describeClient, translateClient } from "../../../../api/domain/client-name.ts";
import { inLanguage, languages } from "../../../../config/language/current.ts";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36",
    "Samsung Internet on Android",
  ],
  ["Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36", "Chrome on Android"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1 Version/18.1 Mobile/15E148 Safari/604.1",
    "Safari on iOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1 CriOS/142.0 Mobile/15E148 Safari/604.1",
    "Chrome on iOS",
  ],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/18.1 Safari/605.1", "Safari on macOS"],
  ["w3m/0.5.3+git20230121", "Text browser"],
  ["<script>alert(1)</script>", ""],
  ["", ""],
  [undefined, ""],
])("names %j as %j", (userAgent, name) => {
  expect([describeClient(userAgent), translateClient(name)]).toEqual([name, name]);
});

test("a description is translated when it is read", () => {
  const inHindi = (client: string) => inLanguage(languages.get("hi")!, () => translateClient(client));
  expect(["Samsung Internet on Android", "Text browser", "Text browser on Linux", "Windows", ""].map(inHindi)).toEqual([
    "Android पर Samsung Internet",
    "टेक्स्ट ब्राउज़र",
    "Linux पर टेक्स्ट ब्राउज़र",
    "Windows",
    "",
  ]);
});
