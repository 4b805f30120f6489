/**
 * Vite puts this function around each `import()` of a page (vite.config.ts), in place of its own, which preloads the
 * files with `<link rel="modulepreload">`. Until 2026 browsers kept a failed import, or preload, for as long as the
 * page lives (https://github.com/whatwg/html/pull/10327), so that "Try again" failed without a request. So the files
 * are fetched first, into the browser's cache, and nothing is imported before all of them are there.
 */

import { fileUrl } from "./files-url.ts";

/** The files that are in the browser's cache, or on their way, by URL. */
const fetched = new Map<string, Promise<void>>();

/**
 * @param load the `import()`
 * @param files the module that `load` imports, the modules and styles that it needs, as paths below the base URL
 * @throws {Error} if a file cannot be fetched; the next call tries again
 */
export async function importWhenFetched<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  await Promise.all(files.map((file) => fetchOnce(fileUrl(import.meta.env.BASE_URL + file))));
  return load();
}

function fetchOnce(url: string): Promise<void> {
  const under = fetched.get(url) ?? (url.endsWith(".css") ? applyStyles(url) : fetchFile(url));
  fetched.set(url, under);
  under.catch(() => fetched.delete(url));
  return under;
}

async function fetchFile(url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}.`);
  // The browser keeps an answer when all of it was read.
  await response.arrayBuffer();
}

function applyStyles(url: string): Promise<void> {
  const link = Object.assign(document.createElement("link"), {
    rel: "stylesheet",
    crossOrigin: "anonymous",
    href: url,
  });
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${url} could not be loaded.`));
    };
    document.head.append(link);
  });
}

export { importWhenFetched as __vitePreload };
