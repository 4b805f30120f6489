import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path, { posix } from "node:path";
import { fileAnswer } from "#app/platform/file-answer.server.ts";

export type StaticFile = {
  headers: Readonly<Record<string, string>>;
  /** Of the content, without quotation marks. */
  hash: string;
  plain: Buffer;
  br?: Buffer;
  gzip?: Buffer;
};

/** By the path of their URL. */
export type StaticFiles = Map<string, StaticFile>;

/** Names of files below it contain a hash of their content. */
const ASSETS = "/assets/";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".xml": "application/xml; charset=utf-8",
};

export const COMPRESSED_ENDINGS = { br: ".br", gzip: ".gz" } as const;

function compressedCopy(file: string, ending: string): Buffer | undefined {
  return existsSync(file + ending) ? readFileSync(file + ending) : undefined;
}

/** The headers of every response with the file at this path. */
export function headersOf(path: string, hasCopies: boolean): StaticFile["headers"] {
  const isBuilt = path.startsWith(ASSETS);
  return {
    "content-type": TYPES[posix.extname(path)] ?? "application/octet-stream",
    // Other files keep their name when they change.
    "cache-control": isBuilt ? "public, max-age=31536000, immutable" : "public, max-age=3600",
    // Pages may load the first from a CDN (docs/decisions/0200), and other sites show the second in link previews.
    ...((isBuilt || path === "/share.png") && { "cross-origin-resource-policy": "cross-origin" }),
    ...(isBuilt && { "access-control-allow-origin": "*" }),
    ...(hasCopies && { vary: "accept-encoding" }),
  };
}

function load(file: string, url: string): StaticFile {
  const plain = readFileSync(file);
  const br = compressedCopy(file, COMPRESSED_ENDINGS.br);
  const gzip = compressedCopy(file, COMPRESSED_ENDINGS.gzip);
  return {
    hash: hash("sha256", plain, "base64url").slice(0, 27),
    plain,
    ...(br && { br }),
    ...(gzip && { gzip }),
    headers: headersOf(url, Boolean(br ?? gzip)),
  };
}

function accepts(header: string, encoding: string): boolean {
  return new RegExp(`(^|[\\s,])${encoding}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))\\s*(;|,|$)`).test(header);
}

/** The response to a request for a file, in an encoding that the client accepts. */
export function staticAnswer(
  file: StaticFile,
  method: string,
  header: (name: string) => string | string[] | null | undefined,
): { status: number; headers: Record<string, string>; body: Buffer | null } {
  const accepted = String(header("accept-encoding") ?? "");
  const encoding = (["br", "gzip"] as const).find((name) => file[name] && accepts(accepted, name));
  const content = (encoding && file[encoding]) ?? file.plain;
  // Parts of two encodings do not fit together.
  const version = { etag: `"${file.hash}${encoding ?? ""}"`, length: content.byteLength };
  const { status, headers, part } = fileAnswer(version, method, header);
  return {
    status,
    headers: {
      ...file.headers,
      ...headers,
      ...(encoding && status < 300 && { "content-encoding": encoding }),
    },
    body: part && content.subarray(part.start, part.end),
  };
}

/** Reads the built files of `folder` into memory (a few megabytes). */
export function readStatic(folder: string): StaticFiles {
  const files: StaticFiles = new Map();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || Object.values(COMPRESSED_ENDINGS).some((ending) => entry.name.endsWith(ending)))
      continue;
    const file = path.join(entry.parentPath, entry.name);
    const url = `/${path.relative(folder, file).split(path.sep).map(encodeURIComponent).join("/")}`;
    files.set(url, load(file, url));
  }
  return files;
}

/** Those whose names contain a hash of their content. */
export function hashedFiles(files: StaticFiles): StaticFiles {
  return new Map([...files].filter(([url]) => url.startsWith(ASSETS)));
}

/** The returned function returns false, and does nothing, for requests of other URLs. */
export function staticFiles(
  files: StaticFiles,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const { method = "", url = "" } = request;
    if (method !== "GET" && method !== "HEAD") return false;
    const file = files.get(url.split("?", 1)[0] ?? "");
    if (!file) return false;
    const { status, headers, body } = staticAnswer(file, method, (name) => request.headers[name]);
    response.writeHead(status, headers).end(body);
    return true;
  };
}
