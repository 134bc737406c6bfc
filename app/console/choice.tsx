type ChoiceProps = {
  name: string;
  label: string;
  options: Record<string, string>;
  /** Words for no choice; absent where one must be made. */
  none?: string;
  value?: string | null;
};

/** A labelled list to choose from. */
export const Choice = ({ name, label, options, none, value }: ChoiceProps) => (
  <div className="field">
    <label htmlFor={name}>{label}</label>{" "}
    <select className="input" id={name} name={name} defaultValue={value ?? ""}>
      {none !== undefined && <option value="">{none}</option>}
      {Object.entries(options).map(([key, words]) => (
        <option key={key} value={key}>
          {words}
        </option>
      ))}
    </select>
  </div>
);
