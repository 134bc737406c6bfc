import type { ServerBuild } from "react-router";

const CONSOLE_ROOT = "console/root";

type Routes = ServerBuild["routes"];

/**
 * The shop's routes and the console's as separate apps: one build, but brands' hostnames do not serve the console's
 * URLs, nor the other way round. The console's outermost layout is its root.
 */
export function splitBuild(build: ServerBuild): { shop: ServerBuild; console: ServerBuild } {
  const isOfConsole = (id: string): boolean => {
    const parentId = build.routes[id]?.parentId;
    return id === CONSOLE_ROOT || (parentId !== undefined && isOfConsole(parentId));
  };
  return {
    shop: pick(build, (id) => !isOfConsole(id)),
    console: makeRoot(pick(build, isOfConsole)),
  };
}

function pick(build: ServerBuild, isPicked: (id: string) => boolean): ServerBuild {
  const select = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => isPicked(id)));
  const { routes, assets } = build;
  return { ...build, routes: select(routes), assets: { ...assets, routes: select(assets.routes) } };
}

/** Gives the console's root the id that React Router requires. */
function makeRoot(build: ServerBuild): ServerBuild {
  const rename = <T extends { id: string; parentId?: string } | undefined>(routes: Record<string, T>) =>
    Object.fromEntries(
      Object.values(routes).flatMap((route) => {
        if (route === undefined) return [];
        if (route.id === CONSOLE_ROOT) return [["root", { ...route, id: "root", parentId: undefined, path: "" }]];
        return [[route.id, route.parentId === CONSOLE_ROOT ? { ...route, parentId: "root" } : route]];
      }),
    );
  const { routes, assets } = build;
  return { ...build, routes: rename(routes) as Routes, assets: { ...assets, routes: rename(assets.routes) as never } };
}
