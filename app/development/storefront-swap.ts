import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { finished } from "node:stream";

import type { Logger } from "pino";

/** The storefront's part that a swap uses (app/entry.express.ts, which imports the pages' scripts from this folder). */
export type Closable = { listener: RequestListener; close(): Promise<unknown> };

type Options<Modules, Storefront> = {
  /** Returns the same modules until a file of one has changed. */
  load(): Promise<Modules>;
  create(modules: Modules): Storefront;
  log: Logger;
};

/** A storefront that closes after its last user has left: its requests, and the swap while it is the newest. */
type Held<Storefront> = { storefront: Storefront; enter(): () => void; leave(): void; closed: Promise<void> };

/** Answers each request by a storefront of the newest modules, and closes the former one after its requests. */
export function createStorefrontSwap<Modules extends readonly unknown[], Storefront extends Closable>({
  load,
  create,
  log,
}: Options<Modules, Storefront>) {
  let newest: { modules: Modules; held: Held<Storefront> } | undefined;
  const open = new Set<Held<Storefront>>();
  let turn: Promise<unknown> = Promise.resolve();

  async function renew(): Promise<Held<Storefront>> {
    const modules = await load();
    const isSame = modules.every((module, at) => module === newest?.modules[at]);
    return newest !== undefined && isSame ? newest.held : replace(modules);
  }

  function replace(modules: Modules): Held<Storefront> {
    const held = hold(create(modules), log);
    open.add(held);
    void held.closed.then(() => open.delete(held));
    newest?.held.leave();
    newest = { modules, held };
    return held;
  }

  /** Requests look for changes one at a time, so that each change makes one storefront. */
  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = turn.then(task);
    turn = done.catch(() => {}); // the caller receives the error
    return done;
  }

  return {
    /** Loads the newest modules. @throws when it cannot be loaded; the former storefront stays */
    renew: () => inTurn(renew),

    /** Makes a new storefront of the same modules, which remembers no answers of the API. */
    forget: () => inTurn(async () => newest && replace(newest.modules)),

    /** @throws as renew */
    async answer(req: IncomingMessage, res: ServerResponse) {
      const { storefront, leave } = await inTurn(async () => {
        const held = await renew();
        return { storefront: held.storefront, leave: held.enter() };
      });
      finished(res, leave);
      storefront.listener(req, res);
    },

    /** The newest storefront. @throws before the first one is loaded */
    current(): Storefront {
      if (newest === undefined) throw new Error("no storefront is loaded");
      return newest.held.storefront;
    },

    /** Closes all storefronts after their requests. It must be the last call. */
    async close() {
      newest?.held.leave();
      await Promise.all([...open].map(({ closed }) => closed));
    },
  };
}

function hold<Storefront extends Closable>(storefront: Storefront, log: Logger): Held<Storefront> {
  let users = 1;
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const leave = () => {
    users--;
    if (users > 0) return;
    storefront
      .close()
      .catch((error: unknown) => log.error({ err: error }, "former storefront not closed"))
      .finally(resolve);
  };
  const enter = () => {
    users++;
    return leave;
  };
  return { storefront, enter, leave, closed };
}
