import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import path from "node:path";
import { fileAnswer } from "#app/platform/file-answer.server.ts";

type StaticFile = {
  headers: OutgoingHttpHeaders;
  /** Of the content, without quotation marks. */
  hash: string;
  plain: Buffer;
  br?: Buffer;
  gzip?: Buffer;
};

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

function load(folder: string, name: string): StaticFile {
  const file = path.join(folder, name);
  const plain = readFileSync(file);
  const copies = {
    br: compressedCopy(file, COMPRESSED_ENDINGS.br),
    gzip: compressedCopy(file, COMPRESSED_ENDINGS.gzip),
  };
  return {
    hash: hash("sha256", plain, "base64url").slice(0, 27),
    plain,
    ...copies,
    headers: {
      "content-type": TYPES[path.extname(name)] ?? "application/octet-stream",
      // Names of built assets contain a hash of their content; other files keep their name when they change.
      "cache-control": name.startsWith(`assets${path.sep}`)
        ? "public, max-age=31536000, immutable"
        : "public, max-age=3600",
      // Other sites show it in link previews.
      ...(name === "share.png" && { "cross-origin-resource-policy": "cross-origin" }),
      ...(copies.br || copies.gzip ? { vary: "accept-encoding" } : {}),
    },
  };
}

function accepts(header: string, encoding: string): boolean {
  return new RegExp(`(^|[\\s,])${encoding}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))\\s*(;|,|$)`).test(header);
}

function answer(file: StaticFile, request: IncomingMessage, response: ServerResponse): void {
  const accepted = String(request.headers["accept-encoding"] ?? "");
  const encoding = (["br", "gzip"] as const).find((name) => file[name] && accepts(accepted, name));
  const body = (encoding && file[encoding]) ?? file.plain;
  // Parts of two encodings do not fit together.
  const version = { etag: `"${file.hash}${encoding ?? ""}"`, length: body.byteLength };
  const { status, headers, part } = fileAnswer(
    version,
    request.method ?? "",
    (name) => request.headers[name],
  );
  response.writeHead(status, {
    ...file.headers,
    ...headers,
    ...(encoding && status < 300 ? { "content-encoding": encoding } : {}),
  });
  response.end(part && body.subarray(part.start, part.end));
}

/**
 * Serves the built files of `folder` from memory (a few megabytes). The returned function returns false, and does
 * nothing, for requests of other URLs.
 */
export function staticFiles(folder: string): (request: IncomingMessage, response: ServerResponse) => boolean {
  const files = new Map<string, StaticFile>();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || Object.values(COMPRESSED_ENDINGS).some((ending) => entry.name.endsWith(ending)))
      continue;
    const name = path.relative(folder, path.join(entry.parentPath, entry.name));
    const url = name.split(path.sep).map(encodeURIComponent).join("/");
    files.set(`/${url}`, load(folder, name));
  }
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const file = files.get(request.url?.split("?", 1)[0] ?? "");
    if (file) answer(file, request, response);
    return file !== undefined;
  };
}
