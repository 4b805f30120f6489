import { setTimeout as delay } from "node:timers/promises";
import { buildsBeside, nameBuild, storedBuild } from "#app/platform/client-builds.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { buildName, packed, unpacked } from "#server/asset-pack.ts";
import { type StaticFile, type StaticFiles, staticAnswer } from "#server/static-files.ts";

const NAMED_EVERY_MS = 6 * 3_600_000;
const RETRY_MS = 60_000;
/** The start waits so long for the storage. */
const PATIENCE_MS = 5_000;

/**
 * Stores the built files of this server, for servers of other versions, and says every few hours that it runs them.
 * Resolves when they are stored, so that no page names a file that another server cannot find; or after five seconds,
 * with the rest going on in the background. Returns the function that ends it.
 */
export async function keepAssets(assets: StaticFiles): Promise<() => void> {
  const build = buildName(assets);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  async function name(): Promise<void> {
    let pause = NAMED_EVERY_MS;
    try {
      await nameBuild(build, [...assets.keys()], () => packed(assets));
    } catch (error) {
      pause = RETRY_MS;
      if (!isStopped) logger.warn({ err: error }, "the built files were not stored for other versions");
    }
    if (!isStopped) timer = setTimeout(name, pause).unref();
  }
  await Promise.race([name(), delay(PATIENCE_MS, undefined, { ref: false })]);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

const BELOW_ASSETS = /^https?:\/\/[^/]+(\/assets\/[^?]*)/;
/** A file that the build has named by its content. Other languages than British English have a folder. */
const ASSET = /^\/assets\/(?:[a-z]{2}(?:-[A-Z]{2})?\/)?[\w.-]{1,100}-[\w-]{8}\.\w{1,11}$/;

/** The newest build that has each file, of the builds in `read`. */
const newestWith = new Map<string, string>();
const read = new Set<string>();

/** So seldom does a server ask which builds there are, however many names clients invent. */
const LOOK_EVERY_MS = 250;
let lookedAt = Number.NEGATIVE_INFINITY;
let nextLook: Promise<void> | undefined;

/** Reads the names of files of other builds. Who waits for a name that a build has just got finds it afterwards. */
function look(): Promise<void> {
  nextLook ??= (async () => {
    const pause = Math.max(0, lookedAt + LOOK_EVERY_MS - performance.now());
    await delay(pause, undefined, { ref: false });
    lookedAt = performance.now();
    nextLook = undefined;
    for (const { build, files } of await buildsBeside([...read])) {
      read.add(build);
      for (const file of files) newestWith.set(file, build);
    }
  })();
  return nextLook;
}

/** Of other versions, those that were needed last. One takes some 3 MB. */
const builds = new Map<string, Promise<StaticFiles | null>>();
const MOST_BUILDS = 6;

function filesOf(build: string): Promise<StaticFiles | null> {
  const files = builds.get(build) ?? storedBuild(build).then((pack) => pack && unpacked(pack));
  builds.delete(build);
  builds.set(build, files);
  for (const oldest of [...builds.keys()].slice(0, -MOST_BUILDS)) builds.delete(oldest);
  const forget = () => builds.get(build) === files && builds.delete(build);
  files.then((stored) => stored ?? forget(), forget);
  return files;
}

/**
 * The response to a request for a built file that this server does not have: it may be of another version of the
 * program. Null for other requests.
 */
export function assetAnswer(request: Request): Promise<Response> | null {
  const { method, url } = request;
  const [, path] = (method === "GET" || method === "HEAD" ? BELOW_ASSETS.exec(url) : null) ?? [];
  return path === undefined ? null : answer(request, path);
}

async function answer({ method, headers }: Request, path: string): Promise<Response> {
  const file = ASSET.test(path) ? await fileAt(path) : undefined;
  if (!file) return new Response(null, { status: 404, headers: { "cache-control": "no-store" } });
  const { body, ...init } = staticAnswer(file, method, (name) => headers.get(name));
  return new Response(body && new Uint8Array(body), init);
}

async function fileAt(path: string): Promise<StaticFile | undefined> {
  for (const _ of ["as read", "anew"]) {
    if (!newestWith.has(path)) await look();
    const build = newestWith.get(path);
    const files = build === undefined ? undefined : await filesOf(build);
    if (files !== null) return files?.get(path);
    // It was deleted meanwhile. Another build may have the file too.
    read.clear();
    newestWith.clear();
  }
}
