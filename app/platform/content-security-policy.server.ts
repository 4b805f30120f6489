import { hash } from "node:crypto";

const SCRIPT = /<script([^>]*)>([\s\S]*?)<\/script>/g;

interface OwnScripts {
  readonly nonce: string;
  /** Texts of scripts that never change and have no nonce. */
  readonly fixedScripts: readonly string[];
}

/** Other sites to which forms of the page may redirect. */
interface Sites {
  readonly formTargets?: readonly string[];
}

const hashes = new Map<string, string>();

function hashed(script: string): string {
  return `'sha256-${hash("sha256", script, "base64")}'`;
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
 * The policy of a page that is cached: it allows our inline scripts by their hashes, because all visitors get the same
 * bytes (docs/decisions/0007). Our scripts are those with the nonce. `developing` allows all, for those that Vite adds.
 */
export function cachedPagePolicy(
  html: string,
  { nonce, fixedScripts, formTargets, developing }: OwnScripts & Sites & { readonly developing: boolean },
): string {
  const ours = new Set<string>();
  for (const [, attributes = "", script = ""] of html.matchAll(SCRIPT)) {
    if (script !== "" && (attributes.includes(` nonce="${nonce}"`) || developing)) ours.add(script);
  }
  return policy([...fixedScripts.map(knownHash), ...[...ours].map(hashed)], formTargets, developing);
}

/** The policy of a page that is sent once: it allows scripts by their nonce, which needs no hashing. */
export function personalPolicy({ nonce, fixedScripts, formTargets }: OwnScripts & Sites): string {
  return policy([...fixedScripts.map(knownHash), `'nonce-${nonce}'`], formTargets);
}
