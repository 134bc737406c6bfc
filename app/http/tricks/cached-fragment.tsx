import { type ComponentType, createContext, type HTMLAttributes, use } from "react";

/** How the markup of a view is had for its data; null where nobody keeps it. */
export const PartsContext = createContext<
  null | (<Data extends object>(View: ComponentType<Data>, data: Data) => string)
>(null);

type PartProps<Data> = HTMLAttributes<HTMLElement> & {
  as: "details" | "dialog" | "footer" | "nav" | "ul";
  view: ComponentType<Data>;
  data: Data;
};

/**
 * An element whose contents many pages share. They must follow from `data` alone, plain JSON, without hooks or context:
 * the server keeps what it has rendered (app/http/tricks/fragment-cache.server.tsx), which is a third of the work of a page. It has its place
 * on documents and in <ServerMarkup>, where React does not ask in the browser what is in it.
 */
export function Part<Data extends object>({ as: Element, view: View, data, ...attributes }: PartProps<Data>) {
  const render = use(PartsContext);
  if (render) return <Element {...attributes} dangerouslySetInnerHTML={{ __html: render(View, data) }} />;
  return (
    <Element {...attributes}>
      <View {...data} />
    </Element>
  );
}
