import { t } from "../../config/language/t.ts";

const TEXT_BROWSER = "Text browser";

/** The first match counts: most browsers also name those from which they descend. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/(Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
  [/^(w3m|Lynx|ELinks|Links)\b/i, TEXT_BROWSER],
];

const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\b(iPhone|iPad|iPod)\b/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/**
 * Describes a User-Agent header in English, as it is stored, such as "Firefox on Linux", so that shoppers recognise their devices;
 * "" if it names no known browser or system.
 */
export function describeClient(userAgent = ""): string {
  const find = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [find(BROWSERS), find(SYSTEMS)].filter((part) => part !== undefined).join(ON);
}

/** In stored descriptions. */
const ON = " on ";

/** A description of `describeClient`, in the current language. */
export function translateClient(client: string): string {
  const [browser = "", system] = client.split(ON);
  const name = browser === TEXT_BROWSER ? t("api.textBrowser") : browser;
  return system === undefined ? name : t("api.browserOnSystem", { browser: name, system });
}
