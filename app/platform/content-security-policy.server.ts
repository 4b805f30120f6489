import { createHash } from "node:crypto";

const SCRIPT = /<script([^>]*)>([\s\S]*?)<\/script>/g;

/** How our inline scripts are told from others'. */
interface OwnScripts {
  /** What they carry. */
  readonly nonce: string;
  /** Those that are always the same, and carry none. */
  readonly known: readonly string[];
  /** Vite adds scripts of its own, so all are taken for ours. */
  readonly developing: boolean;
}

/**
 * Allows just the inline scripts that we wrote, by their hashes, so that a kept page stays the same bytes
 * (docs/decisions/0007). Ours carry the request's id as their nonce: what somebody smuggled into the page cannot know it.
 */
export function contentSecurityPolicy(html: string, { nonce, known, developing }: OwnScripts): string {
  const ours = new Set(known);
  for (const [, attributes = "", script = ""] of html.matchAll(SCRIPT)) {
    if (script !== "" && (attributes.includes(` nonce="${nonce}"`) || developing)) ours.add(script);
  }
  const hashes = [...ours].map(
    (script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes.join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${developing ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-src 'self'",
    "frame-ancestors 'self'",
  ].join("; ");
}
