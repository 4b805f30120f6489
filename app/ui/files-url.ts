/** The origin of the CDN from which pages load public files (docs/decisions/0200); "" is the shop itself. */
let origin = "";

/** The server says it when it starts, and pages by an attribute of <html>. */
export function setFilesUrl(url: string): void {
  origin = url;
}

export function filesUrl(): string {
  return origin;
}

/** Where a page loads a file of the shop from. `path` is that of its URL; only public pictures and built files are on the CDN. */
export function fileUrl(path: string): string {
  return /^\/(photos|assets)\//.test(path) ? origin + path : path;
}

/** The manifest of React Router, with the addresses of built files on the CDN. */
export function withFilesUrl<Manifest>(manifest: Manifest): Manifest {
  return JSON.parse(JSON.stringify(manifest).replaceAll('"/assets/', `"${origin}/assets/`));
}
