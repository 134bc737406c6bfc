// The rules that find bugs. How code looks is prettier's; what nothing uses is knip's and TypeScript's (npm run lint).
import comments from "@eslint-community/eslint-plugin-eslint-comments/configs";
import { defineConfig, globalIgnores } from "eslint/config";
import jsxA11y from "eslint-plugin-jsx-a11y-x";
import reactHooks from "eslint-plugin-react-hooks";
import importSort from "eslint-plugin-simple-import-sort";
import tseslint from "typescript-eslint";

/** What routes throw for React Router: an answer, not an error. */
const THROWN_ANSWERS = [
  { from: "lib", name: "Response" },
  { from: "package", package: "react-router", name: "DataWithResponseInit" },
];

export default defineConfig(
  globalIgnores([".cache/", "build/", "data/", "**/.react-router/", "test-results/", "shots/"]),
  { linterOptions: { reportUnusedDisableDirectives: "error", reportUnusedInlineConfigs: "error" } },
  comments.recommended,
  { rules: { "@eslint-community/eslint-comments/require-description": "error" } },
  {
    plugins: { "simple-import-sort": importSort },
    rules: { "simple-import-sort/imports": "error", "simple-import-sort/exports": "error" },
  },
  {
    files: ["**/*.ts", "**/*.tsx"],
    extends: [tseslint.configs.base],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      // `typeof import("…")` names the type of a module that is loaded late.
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
    },
  },
  {
    // In tests and benches a rejection that nobody handles ends the run, and a sum or an order that is wrong shows.
    files: ["{api,app,cli,config,console,scripts}/**/*.{ts,tsx}", "*.ts"],
    rules: {
      "@typescript-eslint/no-array-delete": "error",
      "@typescript-eslint/no-for-in-array": "error",
      "@typescript-eslint/no-implied-eval": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/only-throw-error": ["error", { allow: THROWN_ANSWERS }],
      "@typescript-eslint/prefer-promise-reject-errors": "error",
      "@typescript-eslint/require-array-sort-compare": "error",
      "@typescript-eslint/restrict-plus-operands": "error",
      "@typescript-eslint/return-await": "error",
    },
  },
  {
    // The worst of each kind today. The limits only fall.
    files: ["{api,app,cli,config,console,scripts}/**/*.{ts,tsx}", "*.ts"],
    rules: {
      complexity: ["error", 15],
      "max-lines-per-function": ["error", { max: 80, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // A needless copy makes a reader look for its reason.
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: ":matches(SpreadElement, JSXSpreadAttribute) > :matches(ObjectExpression, ArrayExpression)",
          message: "Write the fields or items of a literal without a spread.",
        },
      ],
    },
  },
  {
    files: ["{app,console}/**/*.tsx"],
    extends: [jsxA11y.configs.recommended, reactHooks.configs.flat.recommended],
    rules: {
      // A screen that asks for one thing puts the cursor there.
      "jsx-a11y-x/no-autofocus": "off",
    },
  },
);
