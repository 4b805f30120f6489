import { type HtmlElement, HtmlValidate, Parser, StaticConfigLoader } from "html-validate";

/**
 * What the specification of HTML forbids, and what of html-validate's advice is more than a way to write. Each rule of
 * `recommended` that is off or wider has its reason.
 */
const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ["html-validate:recommended"],
    rules: {
      // How React writes HTML, and how nobody reads it: all of it means the same to a parser.
      "attr-case": "off",
      "attribute-boolean-style": "off",
      "attribute-empty-style": "off",
      "void-style": "off",
      // The measures of a picture before it is there are its own; no class could say them.
      "no-inline-style": "off",
      // "_R_4_" of useId: any text without a space is an id.
      "valid-id": ["error", { relaxed: true }],
      // Boxes to tick that are sent under one name are how a form says several.
      "form-dup-name": ["error", { shared: ["radio", "checkbox", "button", "reset", "submit"] }],
      // A group is named by the heading that everybody sees; axe looks whether each has a name.
      "wcag/h71": "off",
      // A search of one field is sent by Enter, and by the key that phones have for it.
      "wcag/h32": "off",
      // <progress> knows no steps, and looks different in every browser.
      "prefer-native-element": ["error", { exclude: ["progressbar"] }],
    },
  }),
);

const parser = new Parser(await validator.getConfigFor("page.html"));

/** What is wrong with the HTML of a page, each as "rule: what, where". */
export async function htmlFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html, "page.html");
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector, line }) => `${ruleId}: ${message} (${selector ?? line})`),
  );
}

/** What a page says to machines. */
export interface ReadPage {
  readonly lang: string | null;
  readonly title: string;
  readonly description: string | null;
  readonly canonical: string | null;
  /** The address in each language, by `hreflang`. */
  readonly alternates: Readonly<Record<string, string>>;
  /** Whether it may be shown. */
  readonly found: boolean;
  readonly jsonLd: readonly JsonLd[];
  /** What it is where its address is shared: "og:title" and the others, the first of each. */
  readonly shared: Readonly<Record<string, string>>;
}

/** A thing as JSON-LD writes it. */
export type JsonLd = { readonly "@type": string; readonly [property: string]: unknown };

/** Reads the HTML of a page as a robot does: by a parser. */
export function readPage(html: string): ReadPage {
  const page = parser.parseHtml(html);
  const all = (selector: string) => page.querySelectorAll(selector);
  const attribute = (selector: string, name: string) =>
    all(selector)[0]?.getAttributeValue(name)?.replaceAll("&amp;", "&") ?? null;
  const text = (element: HtmlElement | undefined) => element?.textContent ?? "";
  const properties = all("meta[property]").map((meta) => [
    meta.getAttributeValue("property") ?? "",
    (meta.getAttributeValue("content") ?? "").replaceAll("&amp;", "&"),
  ]);
  return {
    lang: attribute("html", "lang"),
    title: text(all("head > title")[0]),
    description: attribute('meta[name="description"]', "content"),
    canonical: attribute('link[rel="canonical"]', "href"),
    alternates: Object.fromEntries(
      all('link[rel="alternate"]').map((link) => [
        link.getAttributeValue("hreflang") ?? "",
        (link.getAttributeValue("href") ?? "").replaceAll("&amp;", "&"),
      ]),
    ),
    found: !(attribute('meta[name="robots"]', "content") ?? "").includes("noindex"),
    jsonLd: all('script[type="application/ld+json"]').map((script) => JSON.parse(text(script))),
    shared: Object.fromEntries(properties.reverse()),
  };
}
