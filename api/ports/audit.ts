/** The author of an action and its origin: a member and a network, or the command line and a user of the system. */
export type Actor = {
  name: string;
  origin: string;
  /** The member's id; absent for the command line, which may do everything. */
  memberId?: string;
};

/** An action of a person: `before` and `after` contain its changes. Neither may hold a secret. */
export type Action = {
  /** Null if the action does not concern a single brand. */
  brand: string | null;
  /** Such as "order.refund". */
  act: string;
  /** Such as an order's id. */
  subject: string;
  before?: unknown;
  after?: unknown;
  reason?: string;
};

/** Records an action of one member on one brand, then performs it (staff/audit-trail.ts). */
export type Audit = <T>(act: Omit<Action, "brand">, run: () => Promise<T>) => Promise<T>;

/** The audit, for work in the background. */
export type Trail = {
  /** Records an action, then performs it. */
  audited<T>(actor: Actor, act: Action, run: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};
