import { data, type RouterContextProvider } from "react-router";
import { z } from "zod";

import { staffApiContext } from "../base/context.server.ts";
import type { Typed } from "../base/form.ts";
import { explain } from "../base/responses.server.ts";
import { sayDone } from "../base/say-done.server.ts";

const PlacedSchema = z.object({ before: z.number().int() });

/** The moves of a product, with the move that undoes each. The former position undoes a move to the front. */
const MOVES: Record<string, { done: string; undo?: string }> = {
  front: { done: "the first of the recommended ones" },
  up: { done: "one place further up in its category", undo: "down" },
  down: { done: "one place further down in its category", undo: "up" },
};

/** One-press actions on a product, by their names in the form, with the value that undoes each. */
const ACTIONS = {
  offer: {
    body: ({ value }: Typed) => ({ is_available: value === "yes" }),
    done: ({ name, value }: Typed) => (value === "yes" ? `${name} is on sale again.` : `${name} is off sale.`),
    undo: ({ value }: Typed) => (value === "yes" ? "no" : "yes"),
  },
  place: {
    body: ({ value = "" }: Typed) => ({ to: Object.hasOwn(MOVES, value) ? value : Number(value) }),
    done: ({ name, value = "" }: Typed) => `${name} is ${MOVES[value]?.done ?? "where it was"}.`,
    undo: ({ value = "" }: Typed, { before }: { before?: number }) => MOVES[value]?.undo ?? String(before ?? 0),
  },
};

/** Carries out an action. @returns a redirect to the page, on which "Undo" posts the reverse; or the error's text */
export async function actOnProduct(
  context: Readonly<RouterContextProvider>,
  brand: string,
  form: Typed,
  { pathname, search }: URL,
) {
  const { act = "", sku = "", name = "" } = form;
  if (act !== "offer" && act !== "place") throw data(null, 400);
  const { body, done, undo } = ACTIONS[act];
  const path = `brands/${brand}/products/${encodeURIComponent(sku)}/${act}`;
  const answer = await context.get(staffApiContext).post(path, PlacedSchema.partial(), body(form));
  if (!answer.ok) return explain(answer.error).text;
  const fields = { act, sku, name, value: undo(form, answer.value) };
  return sayDone(context, done(form), pathname + search, { action: pathname, fields });
}
