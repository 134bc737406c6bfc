/** An edit of one source by a mark, and the text of the catalogue's page that then contains the mark. */
export type DevEdit = { path: string; from: string; to(mark: string): string; shown(): string };

const body = () => document.body.textContent;

/** One edit of each kind. `shown` runs in the page. */
export const DEV_EDITS = {
  route: {
    path: "app/routes/catalogue/catalogue.tsx",
    from: `<div className="content">\n`,
    to: (mark) => `<div className="content">\n<p>${mark}</p>`,
    shown: body,
  },
  "style sheet": {
    path: "app/ui/frame/page.css",
    from: ".site-header {\n",
    to: (mark) => `.site-header {\n  --edit: ${mark};\n`,
    shown: () => getComputedStyle(document.querySelector(".site-header")!).getPropertyValue("--edit"),
  },
  element: {
    path: "app/elements/page-progress.ts",
    from: " connectedCallback() {\n",
    to: (mark) => ` connectedCallback() {\n    this.dataset.edit = "${mark}";\n`,
    shown: () => document.querySelector<HTMLElement>("page-progress")?.dataset.edit ?? "",
  },
  "API file": {
    path: "api/routes/product-json.ts",
    from: "    name,\n",
    to: (mark) => `    name: "${mark}",\n`,
    shown: body,
  },
  "tenant.json": {
    path: "tenants/aurora/tenant.json",
    from: `"organization_name": "Aurora"`,
    to: (mark) => `"organization_name": "${mark}"`,
    shown: body,
  },
  "language file": {
    path: "config/languages/en/frame.json",
    from: `"helpCenter": "Help Center"`,
    to: (mark) => `"helpCenter": "${mark}"`,
    shown: body,
  },
} satisfies Record<string, DevEdit>;
