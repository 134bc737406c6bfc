import type { ReactNode } from "react";

import { marked } from "#app/texts/rich.ts";

/** `details` of one name open without JavaScript. Browsers that can style `::details-content` show them as tabs. */
export function Tabs({ name, tabs }: { name: string; tabs: { title: string; content: ReactNode }[] }) {
  return (
    <div className="tabs">
      {tabs.map(({ title, content }, index) => (
        <details key={title} name={name} open={index === 0}>
          <summary>{marked(title)}</summary>
          <div className="tab-panel">{content}</div>
        </details>
      ))}
    </div>
  );
}
