/** The characters of a name. An Indic syllable has at most four signs after a letter; more hide the text around them. */
export const NAME_CHARACTERS = /^(?!.*\p{M}{6})[\p{L}\p{M} .'’‘‛ʼʻ′`‐–—\u200c\u200d-]+$/u;

/** The message for a name that breaks these two rules. */
export const NAME_PROBLEM = "Name can only contain letters, spaces, and basic punctuation ( . ' - )";

/** A name has two letters, and not only signs and punctuation. */
export const NAME_LETTERS = /\p{L}.*\p{L}|\p{L}\p{M}/u;
