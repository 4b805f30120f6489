import type { Thing, WithContext } from "schema-dts";

/** What a page is where its address is shared, as Open Graph names it (https://ogp.me). */
export interface OpenGraph {
  readonly type: "website" | "product" | "profile";
  /** Whole address of a picture of 1200 x 630 pixels, and what is on it; without, the shop's own. */
  readonly picture?: { readonly href: string; readonly alt: string };
  /** More of its properties: ["product:price:amount", "189.00"]. */
  readonly more?: readonly (readonly [property: string, content: string])[];
}

/** What the loaders of a page tell search engines, and whoever shows a preview of a shared address. */
export interface PageMeta {
  readonly openGraph?: OpenGraph;
  /** https://schema.org */
  readonly structuredData: readonly WithContext<Thing>[];
}

const UNSAFE: Readonly<Record<string, string>> = {
  "<": "\\u003c",
  ">": "\\u003e",
  "&": "\\u0026",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** A thing as the content of a script element: nothing in it can end the element, or begin another. */
export function scriptSafeJson(thing: unknown): string {
  return JSON.stringify(thing).replace(/[<>&\u2028\u2029]/g, (letter) => UNSAFE[letter] ?? letter);
}
