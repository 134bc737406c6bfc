import { type ComponentType, createElement, Fragment } from "react";
import { renderToString } from "react-dom/server";

import { type PartName, type Personal, PERSONAL_PARTS } from "#app/ui/frame/personal-parts.tsx";

import { type Piece, toPiece, toStoredPiece } from "./gzip-pieces.server.ts";

/** A page without its visitor: `placeholders[i]` follows `pieces[i]`. */
export type Shell = { pieces: Piece[]; placeholders: PartName[] };

/** Cuts a page that was rendered with this secret (ShellContext) at its placeholders. */
export function cutShell(html: string, secret: string): Shell {
  const [first = "", ...rest] = html.split(`<template id="${secret}-`);
  const cut = rest.map((text) => {
    const [name = "", ...after] = text.split('"></template>');
    return { name: name as PartName, text: after.join('"></template>') };
  });
  return {
    pieces: [first, ...cut.map(({ text }) => text)].map((text) => toPiece(Buffer.from(text))),
    placeholders: cut.map(({ name }) => name),
  };
}

/** The whole page: the shell's pieces with the visitor's parts between them. */
export function fillShell({ pieces, placeholders }: Shell, personal: Personal): Piece[] {
  const [first, ...rest] = pieces;
  const parts = renderParts(placeholders, personal);
  return [first!, ...parts.flatMap((html, at) => [toStoredPiece(Buffer.from(html)), rest[at]!])];
}

const PART_END = "part-end";

/**
 * Renders all parts in one call, because a call of React costs as much as a part. Texts are escaped, so none contains PART_END.
 */
function renderParts(names: PartName[], personal: Personal): string[] {
  const parts = names.map((name, at) => {
    const Part: ComponentType<Personal> = PERSONAL_PARTS[name];
    return (
      <Fragment key={at}>
        <Part {...personal} />
        {createElement(PART_END)}
      </Fragment>
    );
  });
  return renderToString(parts).split(`<${PART_END}></${PART_END}>`).slice(0, -1);
}
