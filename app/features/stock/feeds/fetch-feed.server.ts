import { hash } from "node:crypto";
import { MAX_FILE_BYTES } from "#app/domain/csv/file-fault.ts";
import {
  type FetchFault,
  type FetchLimits,
  FetchRefused,
  fetchPublicly,
} from "#app/platform/public-fetch.server.ts";
import type { AllowedHosts } from "#app/platform/public-hosts.server.ts";
import { type FeedFault, FeedRefused } from "./faults.ts";
import { unsealed } from "./password.server.ts";

export const FETCH_LIMITS: FetchLimits = Object.freeze({
  bytes: MAX_FILE_BYTES,
  totalMs: 120_000,
  connectMs: 10_000,
  redirects: 3,
});

const HEADERS = {
  accept:
    "text/csv,text/tab-separated-values,application/xml;q=0.9,text/xml;q=0.9,text/plain;q=0.8,*/*;q=0.5",
  "user-agent": "SecondServe/1.0 (feed of a seller's stock)",
};

/** Where a feed is, and what is known of its last file. */
export interface Source {
  readonly url: string;
  readonly username: string | null;
  /** As `sealed` has made it. */
  readonly password: string | null;
  readonly etag: string | null;
  readonly last_modified: string | null;
  readonly digest: string | null;
}

export interface FeedFile {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly etag: string | null;
  readonly last_modified: string | null;
  /** SHA-256. */
  readonly digest: string;
}

/** Longer headers are not stored, and so not sent. */
const LONGEST_VALIDATOR = 500;

/**
 * Fetches the file of a feed; null if it is the same as the last one.
 * @throws FeedRefused; the reason of `signal` when that is aborted
 */
export async function fetchFeed(
  source: Source,
  signal: AbortSignal,
  allowed: AllowedHosts,
  limits = FETCH_LIMITS,
): Promise<FeedFile | null> {
  const headers = {
    ...HEADERS,
    ...(source.etag && { "if-none-match": source.etag }),
    ...(source.last_modified && { "if-modified-since": source.last_modified }),
  };
  const authorization = await authorizationOf(source);
  try {
    const { file, headers: answered } = await fetchPublicly(
      source.url,
      { limits, headers, authorization, isRight: (start) => !isWebPage(start) },
      signal,
      allowed,
    );
    const digest = file && hash("sha256", file);
    if (!digest || digest === source.digest) return null;
    const [etag, last_modified] = [answered.etag, answered["last-modified"]].map(validatorOf);
    return { file, digest, etag: etag ?? null, last_modified: last_modified ?? null };
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    throw new FeedRefused(faultOf(error.fault), { cause: error.cause });
  }
}

async function authorizationOf({ username, password }: Source): Promise<string | undefined> {
  if (username === null && password === null) return undefined;
  const secret = password === null ? "" : await unsealed(password);
  return `Basic ${Buffer.from(`${username ?? ""}:${secret}`).toString("base64")}`;
}

function validatorOf(header: string | undefined): string | null {
  return header && header.length <= LONGEST_VALIDATOR && /^[\x20-\x7e]+$/.test(header) ? header : null;
}

function isWebPage(start: Uint8Array): boolean {
  return /^\s*<(?:!doctype html|html|head|body)\b/i.test(
    Buffer.from(start).toString("latin1").replace(/^ï»¿/, ""),
  );
}

function faultOf(fault: FetchFault): FeedFault {
  return fault === "wrong_type" ? "web_page" : fault;
}
