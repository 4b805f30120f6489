import type { Thing, WithContext } from "schema-dts";

export interface PreviewPicture {
  /** The full URL. */
  readonly href: string;
  readonly type: "image/webp" | "image/png";
  readonly width: number;
  readonly height: number;
}

/** The preview of a shared page (https://ogp.me). */
export interface OpenGraph {
  readonly type: "website" | "product" | "profile";
  /** Default: the picture of the shop. */
  readonly picture?: PreviewPicture & { readonly alt: string };
  /** ["product:price:amount", "189.00"] */
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

/** JSON for a script element, which no text in it can end. */
export function scriptSafeJson(thing: unknown): string {
  return JSON.stringify(thing).replace(/[<>&\u2028\u2029]/g, (letter) => UNSAFE[letter] ?? letter);
}
