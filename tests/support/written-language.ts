import { readFileSync } from "node:fs";
import { formatDay } from "#app/domain/format.ts";
import { isLocale, type Locale, locales } from "#app/paraglide/runtime.js";

const WORD = /[\p{L}\p{M}]+/gu;

function wordsIn(text: string): string[] {
  return text.normalize("NFC").toLowerCase().match(WORD) ?? [];
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

const vocabularies = new Map<Locale, ReadonlySet<string>>();

/** The words of all texts of the shop in a language, and those of its dates. */
function vocabularyOf(locale: Locale): ReadonlySet<string> {
  const known = vocabularies.get(locale);
  if (known) return known;
  const file = new URL(`../../messages/${locale}.json`, import.meta.url);
  const texts = textsOf(JSON.parse(readFileSync(file, "utf8"))).join("\n");
  const months = Array.from({ length: 12 }, (_, month) =>
    formatDay(new Date(Date.UTC(2026, month, 15)), locale),
  );
  const vocabulary = new Set(wordsIn(`${texts.replaceAll(/\{\w+\}/g, " ")} ${months.join(" ")} UTC`));
  vocabularies.set(locale, vocabulary);
  return vocabulary;
}

/** The words of a text that no text of the shop has in this language; `names` may be in any language. */
export function foreignWords(text: string, locale: Locale, names: readonly string[]): string[] {
  const known = new Set(wordsIn(names.join(" ")));
  const ours = text.replaceAll(/https?:\/\/\S+|\S+@\S+/g, " ");
  return wordsIn(ours).filter((word) => !known.has(word) && !vocabularyOf(locale).has(word));
}

/** The languages of the pages of the shop to which a text has links. */
export function linkedLanguages(text: string): Set<Locale> {
  const paths = [...text.matchAll(/https?:\/\/[^/\s]+(\/[^\s?#]*)/g)].map(([, path = ""]) => path);
  const prefixes = paths.map((path) => path.split("/")[1] ?? "");
  const [base] = locales;
  return new Set(
    prefixes.map((prefix) => locales.find((one) => one.toLowerCase() === prefix && isLocale(one)) ?? base),
  );
}
