import type { Thing, WithContext } from "schema-dts";

/** The preview of a shared page, in the terms of Open Graph (https://ogp.me). */
export interface OpenGraph {
  readonly type: "website" | "product" | "profile";
  /** Full URL of a picture of 1200 x 630 pixels, and its description. Default: the shop's own. */
  readonly picture?: { readonly href: string; readonly alt: string };
  /** Further properties: ["product:price:amount", "189.00"]. */
  readonly more?: readonly (readonly [property: string, content: string])[];
}

/** What the loaders of a page provide for search engines and link previews. */
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

/** A value as JSON for a script element, escaped so that it cannot end the element or begin another. */
export function scriptSafeJson(thing: unknown): string {
  return JSON.stringify(thing).replace(/[<>&\u2028\u2029]/g, (letter) => UNSAFE[letter] ?? letter);
}
