import type { TemplatePlace } from "../../config/brand/message-templates.ts";
import type { Channel } from "../../config/brand/messages.ts";

type Tree = Record<string, unknown>;

/** `messages` of tenant.json as it is written, without defaults. */
export type WrittenMessages = Tree;

/** Sets or removes the provider of a channel. @returns the new `messages`; undefined if nothing is left */
export const setProvider = (messages: WrittenMessages, channel: Channel, settings: object | undefined) =>
  setAt(messages, [channel], settings);

/** Sets or removes a template. @returns the new `messages`; undefined if nothing is left */
export const setTemplate = (
  messages: WrittenMessages,
  { kind, channel, language }: TemplatePlace,
  template: object | undefined,
) => setAt(messages, ["templates", kind, channel, language], template);

/** The present value at a place in `messages`. */
export const readAt = (messages: WrittenMessages, path: string[]): unknown =>
  path.reduce<unknown>((tree, name) => (isTree(tree) && Object.hasOwn(tree, name) ? tree[name] : undefined), messages);

export const pathOfTemplate = ({ kind, channel, language }: TemplatePlace) => ["templates", kind, channel, language];

const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null && !Array.isArray(value);

/** An object without fields is removed from its parent. */
function setAt(tree: Tree, [name, ...rest]: string[], value: object | undefined): Tree | undefined {
  const former = Object.hasOwn(tree, name!) ? tree[name!] : undefined;
  const next = rest.length === 0 ? value : setAt(isTree(former) ? former : {}, rest, value);
  const changed = Object.entries(tree).map(([key, kept]) => [key, key === name ? next : kept]);
  if (!Object.hasOwn(tree, name!)) changed.push([name!, next]);
  const left = changed.filter(([, one]) => one !== undefined);
  return left.length === 0 ? undefined : Object.fromEntries(left);
}
