import { type ComponentType, createContext, type HTMLAttributes, use } from "react";

/** Renders a view's markup for its data. Null: nothing is cached. */
export const RenderFragmentContext = createContext<
  null | (<Data extends object>(View: ComponentType<Data>, data: Data) => string)
>(null);

type FragmentProps<Data> = HTMLAttributes<HTMLElement> & {
  as: "details" | "dialog" | "footer" | "nav" | "ul";
  view: ComponentType<Data>;
  data: Data;
};

/**
 * An element whose contents many pages share. They must depend on `data` alone: plain JSON, no hooks, no context. The
 * server caches the markup, a third of a page's work. Do not use it where React hydrates the contents.
 */
export function CachedFragment<Data extends object>({
  as: Element,
  view: View,
  data,
  ...attributes
}: FragmentProps<Data>) {
  const render = use(RenderFragmentContext);
  if (render) return <Element {...attributes} dangerouslySetInnerHTML={{ __html: render(View, data) }} />;
  return (
    <Element {...attributes}>
      <View {...data} />
    </Element>
  );
}
