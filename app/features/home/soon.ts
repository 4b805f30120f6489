/** The menus' pages that later issues build (docs/spec-map.md says which). */
export const SOON = ["/my-earnings"] as const;

export type SoonPath = (typeof SOON)[number];
