/** A backend's plain text: sentences become paragraphs, questions headings, phrases a list. */
export function ProductText({ lines }: { lines: string[] }) {
  return groupLines(lines).map((group, index) =>
    Array.isArray(group) ? (
      <ul key={index} className="phrases">
        {group.map((line, at) => (
          <li key={at}>{line}</li>
        ))}
      </ul>
    ) : group.endsWith("?") ? (
      <h3 key={index}>{group}</h3>
    ) : (
      <p key={index}>{group}</p>
    ),
  );
}

/** Groups consecutive phrases (lines without closing punctuation) into lists. */
export function groupLines(lines: string[]): (string | string[])[] {
  const groups: (string | string[])[] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (/[.!?:;…।]$/.test(line)) groups.push(line);
    else if (Array.isArray(last)) last.push(line);
    else groups.push([line]);
  }
  return groups;
}
