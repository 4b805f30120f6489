import { LinkifyIt } from "linkify-it";

/** A piece of a message: plain text, or a link with what is shown for it. */
export type Piece = string | { readonly text: string; readonly href: string; readonly inside: boolean };

// What begins with a scheme or "www." is meant as a link; "ready.to" and "node.js" are not.
const finder = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false, fuzzyIP: false, maxLength: 2000 })
  .add("ftp:", null)
  .add("mailto:", null)
  .add("//", null);
const ANY = /https?:\/\/|www\./i;
const MEANT = /^(https?:\/\/|www\.)/i;
// Turned, invisible and control characters: what is shown would not be what is opened.
const DECEITFUL = /[\p{C}\p{Default_Ignorable_Code_Point}\s]/u;
// Letters of the languages that are spoken here. Others look like them: a host with any is shown as it is on the wire.
const FAMILIAR_HOST = /^[a-z0-9.ßàáâäåæçèéêëìíîïñòóôöøùúûüÿœ-]+$/;
const ASCII = /^[\x20-\x7e]*$/;
// "https://bank.example@elsewhere.example", and what a browser would read so.
const GOES_ON = /^(?:[@\\]|:\S*@)/;

/**
 * A message as text and links: http and https alone, each shown with the host that it leads to.
 *
 * @param home the shop's own origin: links to it lead `inside`
 */
export function piecesOf(text: string, home: string): Piece[] {
  if (!ANY.test(text)) return [text];
  const pieces: Piece[] = [];
  let end = 0;
  for (const found of finder.match(text) ?? []) {
    const link = GOES_ON.test(text.slice(found.lastIndex)) ? null : linkOf(found.raw, home);
    if (!link) continue;
    if (found.index > end) pieces.push(text.slice(end, found.index));
    pieces.push(link);
    end = found.lastIndex;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}

function linkOf(raw: string, home: string): Piece | null {
  if (!MEANT.test(raw) || DECEITFUL.test(raw)) return null;
  const url = urlOf(/^www\./i.test(raw) ? `https://${raw}` : raw);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  return { text: shown(raw, url), href: url.href, inside: url.origin === home };
}

function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** What was written, with the host as it really is where letters or figures could be taken for another. */
function shown(raw: string, url: URL): string {
  const [, scheme = "", host = "", rest = ""] = /^(https?:\/\/)?([^/?#]*)(.*)$/i.exec(raw) ?? [];
  const named = host.toLowerCase().replace(/:\d*$/, "");
  const isPlain = named === url.hostname || (FAMILIAR_HOST.test(named) && !ASCII.test(named));
  return isPlain ? raw : scheme + url.host + rest;
}
