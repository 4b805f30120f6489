import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { baseLocale, type Locale, locales } from "#app/paraglide/runtime.js";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";

/** The pages that an operator writes (docs/decisions/0093-legal-pages.md). */
export const LEGAL_PAGES = ["terms", "privacy", "imprint"] as const;
export type LegalPage = (typeof LEGAL_PAGES)[number];

/** The texts that come with the program. They say that they are templates. */
const TEMPLATES = path.dirname(createRequire(import.meta.url).resolve("#db/data/legal/terms.md"));

export interface LegalText {
  readonly text: string;
  readonly locale: Locale;
  /** "1 March 2026" of the first line "Version: 1 March 2026", else the version of its translations (`sharedVersion`). */
  readonly version: string;
  /** Whether the text is one of the templates that come with the program. */
  readonly template: boolean;
}

async function textIn(folder: string, name: string): Promise<string | null> {
  try {
    // Editors on Windows begin a file with a byte order mark.
    return (await readFile(path.join(folder, name), "utf8")).replace(/^\uFEFF/, "");
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return null;
    throw error;
  }
}

const VERSION = /^version:[ \t]*(\S.{0,39}?)\s*(?:\n|$)/i;

/** A file without the line of its version, and the version, or null. */
function split(written: string): { readonly text: string; readonly version: string | null } {
  const [line = "", version = null] = VERSION.exec(written) ?? [];
  return { text: written.slice(line.length), version };
}

/** The file of a page in the base language ("terms.md"), then its translations ("terms.de.md"). */
function filesOf(page: LegalPage): string[] {
  const translated = locales.filter((locale) => locale !== baseLocale);
  return [`${page}.md`, ...translated.map((locale) => `${page}.${locale}.md`)];
}

/**
 * The version of the texts of a page that have none of their own, because translations are the same text: the first one
 * that a file has, else the beginning of the digest of the first file.
 */
async function sharedVersion(folder: string, page: LegalPage): Promise<string> {
  const read = await Promise.all(filesOf(page).map((name) => textIn(folder, name)));
  const written = read.filter((text) => text !== null);
  const version = written.map((text) => split(text).version).find((line) => line !== null);
  return version ?? hash("sha256", written[0] ?? "").slice(0, 12);
}

async function legalText(
  folder: string,
  page: LegalPage,
  written: string,
  locale: Locale,
): Promise<LegalText> {
  const { text, version } = split(written);
  const template = folder === TEMPLATES;
  return { text, locale, version: version ?? (await sharedVersion(folder, page)), template };
}

/**
 * The text of a page: the operator's file in LEGAL_DIR, else the template. The file in this language ("terms.de.md") is
 * preferred to the one in the base language ("terms.md").
 */
export async function legalPage(page: LegalPage, locale: Locale): Promise<LegalText> {
  const { legalDir } = env();
  if (legalDir !== undefined) {
    const translated = locale === baseLocale ? null : await textIn(legalDir, `${page}.${locale}.md`);
    if (translated !== null) return legalText(legalDir, page, translated, locale);
    const first = await textIn(legalDir, `${page}.md`);
    if (first !== null) return legalText(legalDir, page, first, baseLocale);
  }
  return legalText(TEMPLATES, page, (await textIn(TEMPLATES, `${page}.md`)) ?? "", baseLocale);
}

/**
 * The version of the terms that people accept; null without terms of the operator. It is that of "terms.md", because a
 * translation is the same contract (docs/decisions/0093-legal-pages.md).
 */
export async function termsVersion(): Promise<string | null> {
  const { legalDir } = env();
  const written = legalDir === undefined ? null : await textIn(legalDir, "terms.md");
  if (legalDir === undefined || written === null) return null;
  return (await legalText(legalDir, "terms", written, baseLocale)).version;
}

export interface TermsToAccept {
  readonly version: string;
  /** When the person accepted an earlier version; null: they never accepted one. */
  readonly acceptedBefore: Date | null;
}

/** The terms that a person still has to accept, or null. */
export async function termsToAccept(userId: string): Promise<TermsToAccept | null> {
  const version = await termsVersion();
  if (version === null) return null;
  const accepted = await db()
    .selectFrom("terms_acceptances")
    .select(["version", "accepted_at"])
    .where("user_id", "=", userId)
    .orderBy("accepted_at", "desc")
    .execute();
  if (accepted.some((one) => one.version === version)) return null;
  return { version, acceptedBefore: accepted[0]?.accepted_at ?? null };
}
