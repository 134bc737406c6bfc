import { CONTACT_MESSAGE_MAX_CHARACTERS } from "#app/constants.ts";
import { emailRules, nameRules } from "./person.ts";
import type { FormRules } from "./rules.ts";

/** Spec, section 5: name and e-mail as at signup, and a message. */
export const contactRules = (exampleEmail: string) =>
  ({
    name: nameRules,
    email: emailRules(exampleEmail),
    message: {
      required: "Please enter your message",
      trim: true,
      checks: [
        { kind: "max", characters: CONTACT_MESSAGE_MAX_CHARACTERS, message: "Message cannot exceed 500 characters" },
      ],
    },
  }) satisfies FormRules;
