type ChoiceProps = { name: string; label: string; choices: Record<string, string>; value: string };

/** A labelled choice of one of a few. */
export const Choice = ({ name, label, choices, value }: ChoiceProps) => (
  <div className="field">
    <label htmlFor={name}>{label}</label>{" "}
    <select id={name} name={name} className="input" defaultValue={value}>
      {Object.entries(choices).map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  </div>
);
