import { setTimeout as delay } from "node:timers/promises";
import { buildWith, nameBuild, storedBuild } from "#app/platform/client-builds.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { buildName, packed, unpacked } from "#server/asset-pack.ts";
import { type StaticFiles, staticAnswer } from "#server/static-files.ts";

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

/** A file that the build has named by its content. Other languages than British English have a folder. */
const ASSET =
  /^https?:\/\/[^/]+(\/assets\/(?:[a-z]{2}(?:-[A-Z]{2})?\/)?[\w.-]{1,100}-[\w-]{8}\.\w{1,11})(?:\?|$)/;

/** Of other versions, those that were needed last. One takes some 3 MB. */
const builds = new Map<string, Promise<StaticFiles | null>>();
const MOST_BUILDS = 6;

function filesOf(build: string): Promise<StaticFiles | null> {
  const files = builds.get(build) ?? storedBuild(build).then((pack) => pack && unpacked(pack));
  builds.delete(build);
  builds.set(build, files);
  for (const oldest of [...builds.keys()].slice(0, -MOST_BUILDS)) builds.delete(oldest);
  const forget = () => builds.get(build) === files && builds.delete(build);
  files.then((read) => read ?? forget(), forget);
  return files;
}

/**
 * The response to a request for a built file that this server does not have: it may be of another version of the
 * program. Null for other requests.
 */
export function assetAnswer(request: Request): Promise<Response> | null {
  const { method, url } = request;
  const [, path] = (method === "GET" || method === "HEAD" ? ASSET.exec(url) : null) ?? [];
  return path === undefined ? null : answer(request, path);
}

async function answer({ method, headers }: Request, path: string): Promise<Response> {
  const build = await buildWith(path);
  const file = build && (await filesOf(build))?.get(path);
  if (!file) return new Response(null, { status: 404, headers: { "cache-control": "no-store" } });
  const { body, ...init } = staticAnswer(file, method, (name) => headers.get(name));
  return new Response(body && new Uint8Array(body), init);
}
