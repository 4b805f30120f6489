import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * STORAGE_URL, parsed. Two forms:
 *
 *   file:///var/photos                      a folder (`file:photos` is relative to the working directory)
 *   s3://KEY:SECRET@host:port/bucket        any S3-compatible store, addressed by path; KEY and SECRET are
 *     ?region=eu-west-1&ssl=1               percent-encoded. ssl=0: plain http
 */
export type StoragePlace =
  | { kind: "file"; root: string }
  | {
      kind: "s3";
      endpoint: string;
      bucket: string;
      /** Missing: as the host's name says, for example at Amazon, or us-east-1. */
      region?: string;
      accessKeyId: string;
      secretAccessKey: string;
    };

/** Others would be ignored without a word. */
const PARAMETERS = ["region", "ssl"];
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/**
 * Parses STORAGE_URL.
 * @throws an Error whose message follows the name of the variable ("must look like …"), without the secret
 */
export function parseStorageUrl(text: string): StoragePlace {
  return text.startsWith("file:") ? folderOf(text) : bucketOf(text);
}

function folderOf(text: string): StoragePlace {
  const relative = text.slice("file:".length);
  if (!relative.startsWith("/") && relative !== "") return { kind: "file", root: path.resolve(relative) };
  try {
    if (relative.replaceAll("/", "") !== "") return { kind: "file", root: fileURLToPath(text) };
  } catch {
    // A folder on another machine, or an invalid escape.
  }
  throw new Error("must name a folder after file:, like file:///var/photos.");
}

function bucketOf(text: string): StoragePlace {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== "s3:")
    throw new Error("must look like file:///var/photos or s3://key:secret@host/bucket.");
  const bucket = url.pathname.replace(/^\/|\/$/g, "");
  const ssl = url.searchParams.get("ssl") ?? "1";
  if (!url.hostname || !url.username || !url.password)
    throw new Error(
      "must look like s3://key:secret@host/bucket: the key, the secret or the host is missing.",
    );
  if (!BUCKET.test(bucket))
    throw new Error("must name one bucket after the host: s3://key:secret@host/bucket.");
  if (ssl !== "0" && ssl !== "1") throw new Error("must have 0 or 1 as its ssl.");
  const unknown = [...url.searchParams.keys()].filter((name) => !PARAMETERS.includes(name));
  if (unknown.length > 0)
    throw new Error(
      `has parameters that mean nothing here: ${unknown.join(", ")}. There are region and ssl.`,
    );
  return {
    kind: "s3",
    endpoint: `${ssl === "1" ? "https" : "http"}://${url.host}`,
    bucket,
    region: url.searchParams.get("region") || undefined,
    accessKeyId: decoded(url.username),
    secretAccessKey: decoded(url.password),
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error("must have its key and secret percent-encoded.");
  }
}

/** STORAGE_URL with an absolute folder; default: a folder in DATA_DIR. */
export function storageOf(url: string | undefined, dataDir: string): string {
  if (url === undefined) return pathToFileURL(path.join(dataDir, "photos")).href;
  if (!url.startsWith("file:")) return url;
  const folder = url.startsWith("file:/") ? fileURLToPath(url) : path.resolve(url.slice("file:".length));
  return pathToFileURL(folder).href;
}
