import { type HtmlElement, HtmlValidate, Parser, StaticConfigLoader } from "html-validate";

/**
 * Checks HTML against the specification, and against the recommendations of html-validate that are about more than
 * style. The comment above each disabled or relaxed rule gives the reason.
 */
const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ["html-validate:recommended"],
    rules: {
      // React writes attributes and void elements in another style, which means the same to a parser.
      "attr-case": "off",
      "attribute-boolean-style": "off",
      "attribute-empty-style": "off",
      "void-style": "off",
      // Each picture has another aspect ratio, so the ratio cannot be a CSS class.
      "no-inline-style": "off",
      // useId makes ids like "_R_4_".
      "valid-id": ["error", { relaxed: true }],
      // Several checkboxes of a form may have the same name.
      "form-dup-name": ["error", { shared: ["radio", "checkbox", "button", "reset", "submit"] }],
      // A visible heading labels each group of fields, instead of a legend. Axe checks that each group has a label.
      "wcag/h71": "off",
      // A form with one search field needs no submit button: Enter submits it, or the search key of a phone.
      "wcag/h32": "off",
      // <progress> cannot show steps, and looks different in each browser.
      "prefer-native-element": ["error", { exclude: ["progressbar"] }],
    },
  }),
);

const parser = new Parser(await validator.getConfigFor("page.html"));

/** Each fault as "rule: what, where". */
export async function htmlFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html, "page.html");
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector, line }) => `${ruleId}: ${message} (${selector ?? line})`),
  );
}

export interface ReadPage {
  readonly lang: string | null;
  readonly title: string;
  readonly description: string | null;
  readonly canonical: string | null;
  /** The URL in each language, by `hreflang`. */
  readonly alternates: Readonly<Record<string, string>>;
  readonly indexable: boolean;
  readonly jsonLd: readonly JsonLd[];
  /** The Open Graph properties by name. If a property occurs several times, its first value. */
  readonly openGraph: Readonly<Record<string, string>>;
}

export type JsonLd = { readonly "@type": string; readonly [property: string]: unknown };

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
    indexable: !(attribute('meta[name="robots"]', "content") ?? "").includes("noindex"),
    jsonLd: all('script[type="application/ld+json"]').map((script) => JSON.parse(text(script))),
    openGraph: Object.fromEntries(properties.reverse()),
  };
}
