import type { Secret } from "./payment-responses.ts";

/** The required environment variables, present or missing. Their values never leave the API. */
export const SecretList = ({ secrets }: { secrets: Secret[] }) => (
  <>
    <ul className="secrets">
      {secrets.map(({ variable, problem }) => (
        <li key={variable}>
          <code>{variable}</code> {problem === null ? "Present" : <strong>{describe(variable, problem)}</strong>}
        </li>
      ))}
    </ul>
    <p className="small muted">
      They belong in the environment of the commerce API and its workers, or in files that VARIABLE_FILE names. A new
      variable needs a restart; a new content of a file does not.
    </p>
  </>
);

/** The problem begins with its variable, which already stands before it. */
const describe = (variable: string, problem: string) =>
  problem.startsWith(`${variable} is missing`) ? "Missing" : problem;
