import { createHash } from "node:crypto";

const SCRIPT = /<script([^>]*)>([\s\S]*?)<\/script>/g;

/** What distinguishes our inline scripts from injected ones. */
interface OwnScripts {
  readonly nonce: string;
  /** Scripts that never change and have no nonce. */
  readonly known: readonly string[];
}

/** Other sites to which the page's forms may redirect. */
interface Sites {
  readonly formTargets?: readonly string[];
}

const hashes = new Map<string, string>();

function hashed(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

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
 * The policy of a page that is cached. It allows only our own inline scripts, by their hashes, so that every visitor
 * can get the same bytes (docs/decisions/0007). Our scripts have the request's id as their nonce, which injected
 * scripts cannot know. `developing`: Vite adds scripts of its own, so all scripts are allowed.
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

/** The policy of a page that is sent once. The nonce is enough there, and nothing needs to be hashed. */
export function personalPolicy({ nonce, known, formTargets }: OwnScripts & Sites): string {
  return policy([...known.map(knownHash), `'nonce-${nonce}'`], formTargets);
}
