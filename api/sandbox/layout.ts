import { escapeHtml } from "../mail/letter/html.ts";

/** The sandbox's style sheet, a separate file because a strict CSP forbids inline styles. */
export const SANDBOX_CSS = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; padding: 1.5rem 1rem; max-width: 40rem; }
main { margin: 0 auto; max-width: 26rem; }
h1 { font-size: 1.25rem; }
h2 { font-size: 1rem; }
main:has(iframe) { max-width: 40rem; }
a { color: inherit; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .5rem 1rem; }
dt { opacity: .75; }
dd { margin: 0; text-align: end; overflow-wrap: anywhere; }
.amount { font-size: 1.75rem; font-weight: 700; font-variant-numeric: tabular-nums; }
form { margin: .75rem 0; }
input { box-sizing: border-box; width: 100%; min-height: 3rem; padding: 0 .75rem; font: inherit; border-radius: .625rem;
  border: 1px solid; background: transparent; color: inherit; }
.wrong { margin: .25rem 0 0; font-weight: 600; color: light-dark(#b91c1c, #fca5a5); }
button { box-sizing: border-box; width: 100%; min-height: 3rem; font: inherit; font-weight: 600; border-radius: .625rem;
  border: 1px solid; cursor: pointer; background: transparent; color: inherit; }
.approve { background: #14532d; border-color: #14532d; color: #fff; }
button:focus-visible, input:focus-visible, summary:focus-visible, a:focus-visible { outline: 3px solid #2563eb; outline-offset: 2px; }
details { margin-top: 2rem; border-top: 1px solid; padding-top: 1rem; }
summary { cursor: pointer; min-height: 1.5rem; }
.mails { list-style: none; padding: 0; }
.mails li { border-top: 1px solid; padding: .75rem 0; overflow-wrap: anywhere; }
.mails a { font-weight: 600; }
iframe { box-sizing: border-box; width: 100%; height: 40rem; border: 1px solid; border-radius: .625rem; background: #fff; }
.letter { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid; border-radius: .625rem; padding: 1rem; }
`;

/** A sandbox page: plain HTML that works without scripts, styles and images. `body` is HTML. */
export const sandboxLayout = (title: string, body: string) => `<!doctype html>
<html lang="en-IN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/sandbox/sandbox.css"></head>
<body><main><h1>${escapeHtml(title)}</h1>
${body}
</main></body></html>
`;
