import { LinkifyIt } from "linkify-it";
import { categoryOfPlural } from "#app/domain/categories/registry.ts";

interface Link {
  readonly text: string;
  readonly href: string;
  readonly inside: boolean;
  /** Of a link to a listing's page: "rackets/{id}". */
  readonly listing?: string;
}

export type Piece = string | Link;

// Only text with a scheme or "www." is a link; "ready.to" and "node.js" are not.
const finder = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false, fuzzyIP: false, maxLength: 2000 })
  .add("ftp:", null)
  .add("mailto:", null)
  .add("//", null);
const MAYBE_LINK = /https?:\/\/|www\./i;
const LINK_START = /^(https?:\/\/|www\.)/i;
// Bidirectional, invisible and control characters. With them, people would see another URL than the link opens.
const DECEITFUL = /[\p{C}\p{Default_Ignorable_Code_Point}\s]/u;
// Letters of the supported languages. Other letters may look like them, so a host with others is shown in ASCII form.
const FAMILIAR_HOST = /^[a-z0-9.ßàáâäåæçèéêëìíîïñòóôöøùúûüÿœ-]+$/;
const ASCII = /^[\x20-\x7e]*$/;
// Text that would change the host: "https://bank.example@elsewhere.example" opens elsewhere.example.
const CONTINUATION = /^(?:[@\\]|:\S*@)/;
/** A path that may begin with a language, and ends with an id: "/nl/rackets/{id}". */
const THING_PATH = /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/([a-z]+)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
/** How many listings of a message are shown. The message of a cart has at most about as many. */
export const LINKED_MAX = 20;

/**
 * Splits a message into text and links: only http and https, each shown with its real host.
 * @param home the shop's own origin: a link to it has `inside: true`
 */
export function textAndLinks(text: string, home: string): Piece[] {
  if (!MAYBE_LINK.test(text)) return [text];
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of finder.match(text) ?? []) {
    const link = CONTINUATION.test(text.slice(match.lastIndex)) ? null : linkOf(match.raw, home);
    if (!link) continue;
    if (match.index > end) pieces.push(text.slice(end, match.index));
    pieces.push(link);
    end = match.lastIndex;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}

function linkOf(raw: string, home: string): Piece | null {
  if (!LINK_START.test(raw) || DECEITFUL.test(raw)) return null;
  const url = urlOf(/^www\./i.test(raw) ? `https://${raw}` : raw);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  const inside = url.origin === home;
  const [, plural = "", id] = (inside && THING_PATH.exec(url.pathname)) || [];
  const listing = categoryOfPlural(plural) && `${plural}/${id}`;
  return { text: shown(raw, url), href: url.href, inside, ...(listing && { listing }) };
}

/** The first listings that a message links to, each once: "rackets/{id}". */
export function linkedListings(pieces: readonly Piece[]): string[] {
  const keys = pieces.flatMap((piece) => (typeof piece === "string" ? [] : (piece.listing ?? [])));
  return [...new Set(keys)].slice(0, LINKED_MAX);
}

function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function shown(raw: string, url: URL): string {
  const [, scheme = "", host = "", rest = ""] = /^(https?:\/\/)?([^/?#]*)(.*)$/i.exec(raw) ?? [];
  const named = host.toLowerCase().replace(/:\d*$/, "");
  const isPlain = named === url.hostname || (FAMILIAR_HOST.test(named) && !ASCII.test(named));
  return isPlain ? raw : scheme + url.host + rest;
}
