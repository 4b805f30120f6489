import type { RouteConfigEntry } from "@react-router/dev/routes";

/** The URL path and the file of every route. Parameters are written as ":id". */
export function addressesOf(
  entries: readonly RouteConfigEntry[],
  above = "",
): { file: string; address: string }[] {
  return entries.flatMap((entry) => {
    const own = entry.path === undefined ? above : `${above}/${entry.path.replace(/^\/|\/$/g, "")}`;
    return [{ file: entry.file, address: own || "/" }, ...addressesOf(entry.children ?? [], own)];
  });
}
