/** @type {import("stylelint").Config} */
export default {
  extends: ["stylelint-config-standard"],
  rules: {
    // One notation each: the short one, which tokens.css and the CSS of browsers' tools show.
    "alpha-value-notation": "number",
    "hue-degree-notation": "number",
    "lightness-notation": "number",
    "import-notation": "string",
    "value-keyword-case": ["lower", { camelCaseSvgKeywords: true, ignoreProperties: [/^--font-/] }],
    // Empty lines group declarations that belong together.
    "comment-empty-line-before": null,
    "custom-property-empty-line-before": null,
    "declaration-empty-line-before": null,
    // Selectors nest and layers order them, so what comes first in a file says little about what wins.
    "no-descending-specificity": null,
  },
};
