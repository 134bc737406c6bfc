/**
 * `open`: the shop has to answer; `under_review`: the bank decides. `lost`: the payer keeps the money. `closed`: it ended without
 * a decision. A dispute that was won or lost can open again.
 */
export type DisputeState = "open" | "under_review" | "won" | "lost" | "closed";

/** Disputes that can still be lost. */
export const UNDECIDED = ["open", "under_review"] as const satisfies readonly DisputeState[];

/** While a payment is disputed, or after a lost dispute, nobody gets a card for it. */
const CLOSES_ORDER = [...UNDECIDED, "lost"] as const satisfies readonly DisputeState[];

/** True if a dispute in this state keeps its order from getting cards. */
export const isClosing = (state: DisputeState): boolean => (CLOSES_ORDER as readonly DisputeState[]).includes(state);
