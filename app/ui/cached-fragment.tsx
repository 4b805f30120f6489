import type { ComponentProps, ElementType, ReactNode } from "react";

/** The HTML of a fragment, rendered or cached. The same `name` and `cacheKey` give the same HTML. */
export type RenderFragment = (name: string, cacheKey: unknown, part: () => ReactNode) => string;

let draw: RenderFragment | undefined;

/** The server calls this before it renders anything. A browser renders fragments without a cache. */
export function setFragmentCache(drawer: RenderFragment): void {
  draw = drawer;
}

type CachedFragmentProps<Element extends ElementType> = Omit<ComponentProps<Element>, "children" | "name"> & {
  readonly as: Element;
  /** Unique among all fragments. */
  readonly name: string;
  /** Plain data: everything that the fragment depends on, except the language. */
  readonly cacheKey: unknown;
  /** Must not use the URL or loader data of the page, nor `useId`, whose ids depend on all components of the page. */
  readonly children: () => ReactNode;
};

/**
 * A fragment that many pages share, such as a listing's card or the footer. The server renders it once and caches its
 * HTML; the browser hydrates it as usual.
 */
export function CachedFragment<Element extends ElementType>(props: CachedFragmentProps<Element>) {
  const { as: Around, name, cacheKey, children, ...rest }: CachedFragmentProps<ElementType> = props;
  if (!draw) return <Around {...rest}>{children()}</Around>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React rendered this HTML
  return <Around {...rest} dangerouslySetInnerHTML={{ __html: draw(name, cacheKey, children) }} />;
}
