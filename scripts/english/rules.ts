/** A rule for sentences in sources and documents, and the better way to write them (CONTRIBUTING.md). */
export type Rule = { name: string; finds: RegExp; instead: string };

/** Each rule finds whole sentences. Letters of either case count. */
export const RULES: Rule[] = [
  {
    name: "clause",
    finds: /^(what|who|whoever|whose|whether)\b[^?]*$|\b(of|for|to|by|on|about|from|with|in) (what|whoever|who)\b/i,
    instead: "a noun in place of a clause with what, who or whether",
  },
  {
    name: "speech",
    finds: /\b(tells?|told|knows?|knew|hears?|heard|says?|said)\b|\basks? (again|for|nobody|the)\b/i,
    instead: "return, send, query or contain: programs do not say, tell, know, hear or ask",
  },
  {
    name: "where",
    finds:
      /^where\b[^?]*$|\b(absent|also|empty|except|false|none|not|null|only|true|undefined),? where\b|\bwhere (it|no|nobody|nothing|there)\b/i,
    instead: "if or when, for a condition",
  },
  {
    name: "genitive",
    finds: /\bof (a|an|the) [a-z]+['’]s\b|\bof (its|their) own\b/i,
    instead: "one genitive",
  },
  {
    name: "adverb",
    finds: /\b(anew|as a rule|by then|meanwhile|so long|whoever)\b/i,
    instead: "no worn adverb",
  },
];
