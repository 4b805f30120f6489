import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { minify } from "vite";
import settings from "../project.inlang/settings.json" with { type: "json" };
import { isShared, localeAddresses } from "./locale-addresses.ts";

/**
 * Writes the scripts of each language with the texts of this language only (docs/decisions/0008). Messages contain
 * `__PAGE_LOCALE__` (vite.config.ts); when a language replaces it, the minifier removes the other texts.
 * @param assets the folder of the built scripts
 */
export async function writeLocaleScripts(assets: string): Promise<void> {
  const names = readdirSync(assets).filter((name) => name.endsWith(".js") && !isShared(name));
  const sources = names.map((name) => ({ name, code: readFileSync(path.join(assets, name), "utf8") }));
  for (const locale of settings.locales) {
    const folder = locale === settings.baseLocale ? assets : path.join(assets, locale);
    mkdirSync(folder, { recursive: true });
    for (const { name, code } of sources) {
      const addressed = localeAddresses(code, locale);
      if (!code.includes("__PAGE_LOCALE__")) {
        writeFileSync(path.join(folder, name), addressed);
        continue;
      }
      const local = addressed.replaceAll("__PAGE_LOCALE__", JSON.stringify(locale));
      const minified = await minify(name, local, { module: true, compress: true, mangle: true });
      if (minified.errors.length > 0) throw new Error(`${name} in ${locale}: ${minified.errors[0]?.message}`);
      writeFileSync(path.join(folder, name), minified.code);
    }
  }
}
