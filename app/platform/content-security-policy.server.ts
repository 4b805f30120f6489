import { createHash } from "node:crypto";

const SCRIPT = /<script([^>]*)>([\s\S]*?)<\/script>/g;

/** How our inline scripts are told from others'. */
interface OwnScripts {
  /** What they carry. */
  readonly nonce: string;
  /** Those that are always the same, and carry none. */
  readonly known: readonly string[];
}

/** What else a page needs: the sites that its forms may lead to besides ours. */
interface Sites {
  readonly formTargets?: readonly string[];
}

const hashes = new Map<string, string>();

function hashed(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

/** The hash of a script that is always the same. */
function knownHash(script: string): string {
  const hash = hashes.get(script) ?? hashed(script);
  hashes.set(script, hash);
  return hash;
}

function policy(scripts: readonly string[], formTargets: readonly string[] = [], developing = false): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts.join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${developing ? " ws:" : ""}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...formTargets].join(" "),
    "frame-src 'self'",
    "frame-ancestors 'self'",
  ].join("; ");
}

/**
 * Allows just the inline scripts that we wrote, by their hashes, so that a kept page stays the same bytes
 * (docs/decisions/0007). Ours carry the request's id as their nonce: what somebody smuggled into the page cannot know
 * it. `developing`: Vite adds scripts of its own, so all are taken for ours.
 */
export function cachedPagePolicy(
  html: string,
  { nonce, known, formTargets, developing }: OwnScripts & Sites & { readonly developing: boolean },
): string {
  const ours = new Set<string>();
  for (const [, attributes = "", script = ""] of html.matchAll(SCRIPT)) {
    if (script !== "" && (attributes.includes(` nonce="${nonce}"`) || developing)) ours.add(script);
  }
  return policy([...known.map(knownHash), ...[...ours].map(hashed)], formTargets, developing);
}

/** The same for a page that is sent once: there the nonce itself says it, and nothing needs to be hashed. */
export function personalPolicy({ nonce, known, formTargets }: OwnScripts & Sites): string {
  return policy([...known.map(knownHash), `'nonce-${nonce}'`], formTargets);
}
