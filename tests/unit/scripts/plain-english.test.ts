import { expect, test } from "vitest";

import { RULES } from "../../../scripts/english/rules.ts";
import { sentencesOfMarkdown, sentencesOfSource } from "../../../scripts/english/texts.ts";

const rulesAgainst = (sentence: string) => RULES.filter(({ finds }) => finds.test(sentence)).map(({ name }) => name);

test.each([
  ["What the list's URL filters by.", "clause"],
  ["The names of what was sold.", "clause"],
  ["The answer tells the state.", "speech"],
  ["The shop asks again.", "speech"],
  ["Null where the host is silent.", "where"],
  ["The id of a brand's gateway.", "genitive"],
  ["A process of its own.", "genitive"],
  ["Meanwhile the order waits.", "adverb"],
])("%j breaks the rule %s", (sentence, rule) => expect(rulesAgainst(sentence)).toEqual([rule]));

test.each([
  "The list's URL filters; unknown ones are ignored.",
  "What is a gift card?",
  "The folder where the brands lie.",
  "Null if the host is silent.",
])("%j breaks none", (sentence) => expect(rulesAgainst(sentence)).toEqual([]));

test("the sentences of a source are comments, titles, log lines and output, without code", () => {
  const source = `
/**
 * Reads the \`cart\` of
 * a shopper. @returns its lines
 */
export const read = (log: Log) => {
  log.warn({ err }, "the cart is late"); // One reason. Another.
  throw new CommandError(\`no brand \${name}\`);
};
test("reads the cart", () => expect("not for people"));
`;
  expect(sentencesOfSource("read.ts", source)).toEqual([
    "Reads the CODE of a shopper.",
    "its lines",
    "the cart is late",
    "no brand VALUE",
    "reads the cart",
  ]);
});

test("the sentences of a document are those of its paragraphs, lists and tables, without code", () => {
  const document =
    "\n# Title\n\nOne `code`. Two\nlines.\n\n- An item\n\n| a cell | another |\n\n```sh\nnpm test\n```\n";
  expect(sentencesOfMarkdown(document)).toEqual(["Title", "One CODE.", "Two lines.", "An item", "a cell", "another"]);
});
