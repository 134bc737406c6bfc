/** New codes, with an explanation of their use. */
export const RecoveryCodes = ({ codes }: { codes: string[] }) => (
  <>
    <p>
      Each of these signs you in once in place of the app, if you lose your phone. They are shown only now: print them,
      or keep them in your password manager.
    </p>
    <ul className="recovery-codes">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
  </>
);
