import { LinkifyIt } from "linkify-it";
import { href } from "react-router";
import { categoryOfPlural } from "#app/domain/categories/registry.ts";
import { splitLocale } from "#app/domain/local-path.ts";
import { usernameFault } from "#app/domain/username.ts";

interface Link {
  /** The URL as it was written, up to its host. */
  readonly text: string;
  readonly href: string;
  readonly inside: boolean;
  /** Of a link to a listing's page: "rackets/{id}". */
  readonly listing?: string;
  /** Of a link to another page of the shop. */
  readonly page?: ShopPage;
}

export type ShopPage =
  | { readonly kind: "search" | "other" }
  | { readonly kind: "seller"; readonly name: string };

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
/** "/rackets/{id}" */
const THING_PATH = /^\/([a-z]+)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const SELLER_PATH = /^\/sellers\/([^/]+)$/;
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
  const link = { text: shown(raw, url), href: url.href };
  return url.origin === home ? { ...link, inside: true, ...shopPage(url) } : { ...link, inside: false };
}

function shopPage({ pathname }: URL): Pick<Link, "listing" | "page"> {
  const { path } = splitLocale(pathname);
  const [, plural = "", id] = THING_PATH.exec(path) ?? [];
  if (id && categoryOfPlural(plural)) return { listing: `${plural}/${id}` };
  if (path === href("/search") || categoryOfPlural(path.slice(1))) return { page: { kind: "search" } };
  const name = decoded(SELLER_PATH.exec(path)?.[1] ?? "");
  return { page: usernameFault(name) === null ? { kind: "seller", name } : { kind: "other" } };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
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

/** What follows the host is long and says nothing. The host is where the link leads. */
function shown(raw: string, url: URL): string {
  const [, scheme = "", host = "", rest = ""] = /^(https?:\/\/)?([^/?#]*)(.*)$/i.exec(raw) ?? [];
  const named = host.toLowerCase().replace(/:\d*$/, "");
  const isPlain = named === url.hostname || (FAMILIAR_HOST.test(named) && !ASCII.test(named));
  return scheme + (isPlain ? host : url.host) + (rest === "" || rest === "/" ? rest : "/…");
}
