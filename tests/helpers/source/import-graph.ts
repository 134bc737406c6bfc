import { dirname } from "node:path";

import type { Source } from "./sources.ts";

/** The nodes that each node imports. */
type Graph = Map<string, Set<string>>;

/** The imports among `sources`, type imports included. */
export function fileGraph(sources: Source[]): Graph {
  const graph: Graph = new Map(sources.map(({ path }) => [path, new Set()]));
  for (const { path, imports } of sources) {
    for (const { to } of imports) if (graph.has(to) && to !== path) graph.get(path)!.add(to);
  }
  return graph;
}

/** The same between folders. */
export function folderGraph(sources: Source[]): Graph {
  const graph: Graph = new Map();
  for (const [path, imported] of fileGraph(sources)) {
    const from = dirname(path);
    const reached = graph.get(from) ?? new Set();
    for (const to of imported) if (dirname(to) !== from) reached.add(dirname(to));
    graph.set(from, reached);
  }
  return graph;
}

/** The circles of a graph: its strongly connected components of two nodes or more (Tarjan), sorted. */
export function findCircles(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const earliest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];

  function visit(node: string) {
    order.set(node, order.size);
    earliest.set(node, order.get(node)!);
    stack.push(node);
    for (const next of graph.get(node)!) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) earliest.set(node, Math.min(earliest.get(node)!, earliest.get(next)!));
    }
    if (earliest.get(node) !== order.get(node)) return;
    const component = stack.splice(stack.indexOf(node));
    if (component.length > 1) circles.push(component.toSorted());
  }

  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles.toSorted();
}

/** The number of modules directly in each folder. */
export function countModules(sources: Source[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return counts;
}
