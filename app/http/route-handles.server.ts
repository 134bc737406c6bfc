import type { ServerBuild } from "react-router";

import type { StepName } from "#app/ui/steps.tsx";

/** A route's settings for its URL: `export const handle = { … } satisfies RouteHandle`. */
export type RouteHandle = {
  /** React hydrates the page. vite.config.ts reads this from the source, to leave out the code of all other pages. */
  hydrate?: true;
  /**
   * The page cache stores the page: for visitors without a session, or for everybody if signed-in shoppers see the same page in a
   * personal frame.
   */
  keep?: "for visitors" | "for everybody";
  /**
   * The cached page's URL for these parameters; one of more than 500 characters is not cached. Without it, only the bare path is
   * cached, so no parameter can be missed.
   */
  keptHref?: (search: URLSearchParams) => string;
  /** Browsers may prefetch the page on pointer down. Not for payment pages, nor for pages that mailed links open. */
  prefetch?: true;
  /** Other sites send POST requests here by design. Such a route must not trust the caller with a change. */
  acceptsOtherSites?: true;
  /** The URL is a secret: it stays out of logs, caches and Referer. */
  isSecret?: true;
  /** A resource route with frequent requests, called without React Router. It returns a Response. */
  isDirect?: true;
  /** The checkout step in the header. */
  step?: StepName;
};

/** The handles' facts about URLs, for the pipeline in front of React Router. */
export type UrlFacts = {
  /** By path. */
  kept: Map<string, { href: RouteHandle["keptHref"]; isForEverybody: boolean }>;
  prefetched: string[];
  direct: { path: string; module: RouteModule }[];
  acceptOtherSites: Set<string>;
  /** Such as "/gift/…" for a path that is secret or whose query is, else the path itself. */
  loggedPath(path: string): string;
};

/** Reads the handles of all routes. */
export function readRouteHandles({ routes }: Pick<ServerBuild, "routes">): UrlFacts {
  const handles = Object.values(routes).flatMap((route) =>
    route?.module.handle
      ? [{ path: pathOf(route, routes), module: route.module, handle: route.module.handle as RouteHandle }]
      : [],
  );
  const pathsWith = (fact: keyof RouteHandle) => handles.flatMap(({ path, handle }) => (handle[fact] ? [path] : []));
  const secretPrefixes = pathsWith("isSecret").map((path) => path.slice(0, path.indexOf(":")).toLowerCase());
  // Of an optional secret, which the query may hold in its place.
  const secretPaths = pathsWith("isSecret")
    .filter((path) => path.endsWith("?"))
    .map((path) => path.slice(0, path.indexOf("/:")).toLowerCase());
  return {
    kept: new Map(
      handles.flatMap(({ path, handle: { keep, keptHref: href } }) =>
        keep ? [[path, { href, isForEverybody: keep === "for everybody" }]] : [],
      ),
    ),
    prefetched: pathsWith("prefetch"),
    direct: handles.filter(({ handle }) => handle.isDirect),
    acceptOtherSites: new Set(pathsWith("acceptsOtherSites")),
    loggedPath(path) {
      const decoded = decodeAsRouter(path);
      if (secretPaths.includes(decoded.replace(/\.data$/, ""))) return `${decoded.replace(/\.data$/, "")}/…`;
      const prefix = secretPrefixes.find((one) => decoded.startsWith(one));
      return prefix === undefined ? path : `${prefix}…`;
    },
  };
}

type Route = NonNullable<ServerBuild["routes"][string]>;
type RouteModule = Route["module"];

function pathOf({ path = "", parentId }: Pick<Route, "path" | "parentId">, routes: ServerBuild["routes"]): string {
  const parent = parentId ? routes[parentId] : undefined;
  return `${parent ? pathOf(parent, routes).replace(/\/$/, "") : ""}/${path}`;
}

/** React Router ignores case, doubled slashes and percent-encoding. */
const decodeAsRouter = (path: string) =>
  path
    .replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(parseInt(code.slice(1), 16)))
    .replace(/^\/+/, "/")
    .toLowerCase();
