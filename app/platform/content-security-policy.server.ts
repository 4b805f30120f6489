import { hash } from "node:crypto";

interface OwnScripts {
  readonly nonce: string;
  /** Texts of scripts that never change and have no nonce. */
  readonly fixedScripts: readonly string[];
}

interface Sites {
  /** To which forms of the page may redirect. */
  readonly formTargets?: readonly string[];
  /** The origin of a CDN from which it loads pictures and built files. */
  readonly files?: string;
}

const hashes = new Map<string, string>();

function hashed(script: string | Uint8Array): string {
  return `'sha256-${hash("sha256", script, "base64")}'`;
}

function knownHash(script: string): string {
  const hash = hashes.get(script) ?? hashed(script);
  hashes.set(script, hash);
  return hash;
}

function policy(scripts: readonly string[], { formTargets = [], files }: Sites, developing = false): string {
  const built = files ? ` ${files}/assets/` : "";
  return [
    "default-src 'self'",
    `script-src 'self'${built} ${scripts.join(" ")}`,
    `style-src 'self' 'unsafe-inline'${built}`,
    `img-src 'self' data: blob:${files ? ` ${files}` : ""}`,
    `font-src 'self'${built}`,
    `connect-src 'self'${built}${developing ? " ws:" : ""}`,
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
  html: Buffer,
  { nonce, fixedScripts, developing, ...sites }: OwnScripts & Sites & { readonly developing: boolean },
): string {
  const ours = new Set<string>();
  for (let at = html.indexOf("<script"); at >= 0; at = html.indexOf("<script", at + 1)) {
    const start = html.indexOf(">", at) + 1;
    const isOurs = html.toString("latin1", at, start).includes(` nonce="${nonce}"`);
    const script = html.subarray(start, html.indexOf("</script>", start));
    if (script.byteLength > 0 && (isOurs || developing)) ours.add(hashed(script));
  }
  return policy([...fixedScripts.map(knownHash), ...ours], sites, developing);
}

/** The policy of a page that is sent once: it allows scripts by their nonce, which needs no hashing. */
export function personalPolicy({ nonce, fixedScripts, ...sites }: OwnScripts & Sites): string {
  return policy([...fixedScripts.map(knownHash), `'nonce-${nonce}'`], sites);
}
