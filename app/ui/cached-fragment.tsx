import type { ComponentProps, ElementType, ReactNode } from "react";

/** The HTML of a part, rendered or from the cache: the same `name` and `cacheKey` give the same HTML. */
export type RenderFragment = (name: string, by: unknown, part: () => ReactNode) => string;

let draw: RenderFragment | undefined;

/** For the server, before it renders anything. In a browser parts are drawn as any other. */
export function setFragmentCache(drawer: RenderFragment): void {
  draw = drawer;
}

type CachedFragmentProps<Element extends ElementType> = Omit<ComponentProps<Element>, "children" | "name"> & {
  /** The element around it. */
  readonly as: Element;
  /** What is drawn; of this part alone. */
  readonly name: string;
  /** All that it depends on besides the language: plain data. */
  readonly cacheKey: unknown;
  /** Without `useId`, whose ids count the page's parts, and without what belongs to a page: its address, its data. */
  readonly children: () => ReactNode;
};

/**
 * A part of a page that many pages show the same: a listing's card, the footer. The server draws it once and keeps its
 * HTML; the browser takes it over as any other.
 */
export function CachedFragment<Element extends ElementType>(props: CachedFragmentProps<Element>) {
  const { as: Around, name, cacheKey: by, children, ...rest }: CachedFragmentProps<ElementType> = props;
  if (!draw) return <Around {...rest}>{children()}</Around>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React made this HTML itself
  return <Around {...rest} dangerouslySetInnerHTML={{ __html: draw(name, by, children) }} />;
}
