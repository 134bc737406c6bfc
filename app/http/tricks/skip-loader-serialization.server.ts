import type { LoaderFunctionArgs, ServerBuild } from "react-router";

type Route = NonNullable<ServerBuild["routes"][string]>;

/**
 * The build with loaders whose data React Router does not encode where nothing reads it: it does so for every page, for
 * the scripts that take the page over, and a document has none (docs/decisions, 0002). That is a seventh of a signed-in
 * page's CPU time.
 */
export function withoutUnreadData(build: ServerBuild): ServerBuild {
  const routes = Object.values(build.routes).filter((route) => route !== undefined);
  const hydrates = ({ module }: Route) => (module.handle as { hydrate?: boolean } | undefined)?.hydrate === true;
  const hydrated = new Set(routes.filter(hydrates).map((route) => patternOf(route, build)));
  const wrapped = routes.map(({ module, ...route }): [string, Route] => {
    const { loader } = module;
    if (!loader || !module.default) return [route.id, { ...route, module }];
    const unread = async (args: LoaderFunctionArgs) => {
      const answer: unknown = await loader(args);
      return hydrated.has(args.pattern) ? answer : hide(answer);
    };
    return [route.id, { ...route, module: { ...module, loader: unread } }];
  });
  return { ...build, routes: Object.fromEntries(wrapped) };
}

/** The path of a route with its layouts', as React Router calls it. */
function patternOf({ path, parentId }: Route, build: ServerBuild): string {
  const parent = parentId ? build.routes[parentId] : undefined;
  return [parent && patternOf(parent, build), path].filter(Boolean).join("/");
}

/**
 * What a loader answered, to be read as before: of a Map only its entries are encoded, and this one has none. Responses
 * go as they are, and of data() what it holds.
 */
function hide(answer: unknown): unknown {
  if (answer === null || typeof answer !== "object" || answer instanceof Response) return answer;
  if ("type" in answer && answer.type === "DataWithResponseInit" && "data" in answer) {
    return Object.assign(answer, { data: hide(answer.data) });
  }
  return Object.defineProperties(new Map(), Object.getOwnPropertyDescriptors(answer));
}
