type UndoProps = { action: string; fields: Record<string, string> };

/** Undoes the last action. */
export const Undo = ({ action, fields }: UndoProps) => (
  <form method="post" action={action} className="undo">
    {Object.entries(fields).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <button className="link-button">Undo</button>
  </form>
);
