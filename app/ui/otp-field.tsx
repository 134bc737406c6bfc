import { Fragment } from "react";
import { FieldError } from "./field.tsx";

/** One box for each digit, all named `digit`; an element moves between them where JavaScript runs. */
export function OtpField({ digits, error }: { digits: number; error?: string }) {
  return (
    <fieldset className="field" aria-describedby={error && "otp-error"}>
      <legend className="sr">One-time code</legend>
      <otp-boxes>
        {Array.from({ length: digits }, (_, index) => (
          <Fragment key={index}>
            <input
              name="digit"
              className="input"
              aria-label={`Digit ${index + 1}`}
              aria-invalid={error ? true : undefined}
              inputMode="numeric"
              pattern="\d"
              maxLength={1}
              autoFocus={Boolean(error) && index === 0}
              autoComplete={index === 0 ? "one-time-code" : "off"}
            />{" "}
          </Fragment>
        ))}
      </otp-boxes>
      <FieldError id="otp-error">{error}</FieldError>
    </fieldset>
  );
}
