import type { LoaderFunctionArgs, ServerBuild } from "react-router";

type Route = NonNullable<ServerBuild["routes"][string]>;

/** Skips the serialisation of data on documents, where no script reads it: a seventh of a signed-in page's CPU. */
export function skipLoaderSerialization(build: ServerBuild): ServerBuild {
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

/** The full path of a route, as React Router reports it in `pattern`. */
function patternOf({ path, parentId }: Route, build: ServerBuild): string {
  const parent = parentId ? build.routes[parentId] : undefined;
  return [parent && patternOf(parent, build), path].filter(Boolean).join("/");
}

/**
 * Copies the data's properties onto an empty Map. turbo-stream encodes only Map entries, so nothing is serialised,
 * while the view still reads the properties. Responses pass unchanged; of data(), its content is copied.
 */
function hide(answer: unknown): unknown {
  if (answer === null || typeof answer !== "object" || answer instanceof Response) return answer;
  if ("type" in answer && answer.type === "DataWithResponseInit" && "data" in answer) {
    return Object.assign(answer, { data: hide(answer.data) });
  }
  return Object.defineProperties(new Map(), Object.getOwnPropertyDescriptors(answer));
}
