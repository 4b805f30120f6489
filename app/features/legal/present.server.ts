import { href } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { type Block, parseMarkdown, spansText } from "./markdown.ts";
import { LEGAL_PAGES, type LegalPage, type LegalText } from "./queries.server.ts";

const TITLES: Readonly<Record<LegalPage, () => string>> = {
  terms: m.legal_terms,
  privacy: m.legal_privacy,
  imprint: m.legal_imprint,
};

const PATHS: Readonly<Record<LegalPage, string>> = {
  terms: href("/terms"),
  privacy: href("/privacy"),
  imprint: href("/imprint"),
};

/** The legal page at a path without a language prefix, such as "/terms"; undefined for any other path. */
export function legalPageAt(pathname: string): LegalPage | undefined {
  return LEGAL_PAGES.find((page) => PATHS[page] === pathname.replace(/\/+$/, ""));
}

export function presentLegalLinks(): { label: string; href: string }[] {
  return LEGAL_PAGES.map((page) => ({ label: TITLES[page](), href: PATHS[page] }));
}

/** A legal page for the browser. If its text begins with a heading, this is the title, and the rest is the text. */
export function presentLegal(page: LegalPage, { text, version, locale, template }: LegalText) {
  const [first, ...rest]: Block[] = parseMarkdown(text);
  const titled = first?.kind === "heading";
  return {
    title: titled ? spansText(first.spans) : TITLES[page](),
    blocks: titled || !first ? rest : [first, ...rest],
    version,
    language: locale,
    template,
  };
}
