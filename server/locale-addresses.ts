import settings from "../project.inlang/settings.json" with { type: "json" };

/** Web workers have no texts, so all languages share them. */
export function isWorker(name: string): boolean {
  return name.includes(".worker-");
}

/** Lists of preloaded scripts leave out the first slash. */
const SCRIPT = /(["'`]\/?assets\/)([\w.-]+\.js)(?=["'`])/g;

/**
 * Replaces the URLs of scripts in a text by those of a language: "/assets/home.js" by "/assets/de/home.js". The base
 * language has no folder.
 */
export function localeAddresses(text: string, locale: string): string {
  if (locale === settings.baseLocale) return text;
  return text.replace(SCRIPT, (address, start: string, name: string) =>
    isWorker(name) ? address : `${start}${locale}/${name}`,
  );
}
