import { Fragment } from "react";

import { rich } from "#app/texts/rich.ts";
import { FieldError } from "#app/ui/field.tsx";

import { t } from "../../../config/language/t.ts";

/** One box for each character, all named `digit`. With JavaScript an element moves the focus between them. */
export function OtpField({ characters, error }: { characters: number; error?: string }) {
  return (
    <fieldset className="field" aria-describedby={error && "otp-error"}>
      <legend className="sr">{rich("fields.oneTimeCode")}</legend>{" "}
      <otp-boxes>
        {Array.from({ length: characters }, (_, index) => (
          <Fragment key={index}>
            <input
              name="digit"
              className="input"
              aria-label={t("fields.codeCharacter", { number: index + 1 })}
              aria-invalid={error ? true : undefined}
              inputMode="text"
              autoCapitalize="characters"
              spellCheck={false}
              pattern="[A-Za-z0-9]"
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
