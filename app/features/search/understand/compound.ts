import { FILLERS } from "./fillers.ts";
import type { Meaning, Vocabulary } from "./parts.ts";

/** Longer words are not split, since the time grows with the square of the length. */
export const MAX_COMPOUND = 40;

/** Shorter fillers begin too many words. */
const MIN_FILLER = 5;

/** "Saitenrolle", "Bälledose" */
function isValueOf({ kind, facts }: Meaning, { types }: Meaning): boolean {
  return kind === "value" && facts.flat().some(({ type }) => types.includes(type));
}

/** "Kinderschläger" becomes "kinder" and "schläger". Null where the parts are unknown. */
export function compound(word: string, vocabulary: Vocabulary): Meaning[] | null {
  for (let at = word.length - 3; at >= 3; at--) {
    const [start, rest] = [word.slice(0, at), word.slice(at)];
    const end = vocabulary.meaningOf(rest);
    if (!end) continue;
    const first = start.replace(/s$/, "");
    if (end.kind !== "category" && end.kind !== "thing" && end.types.length === 0) {
      const gear = vocabulary.meaningOf(start.replace(/^tennis/, ""));
      if (gear?.kind === "category" && isValueOf(end, gear)) return [gear, end];
      continue;
    }
    // "Gebrauchtschläger", "tweedehandsracket"
    const isFiller = start.length >= MIN_FILLER && (FILLERS.has(start) || FILLERS.has(first));
    if (start === "tennis" || isFiller) return [end];
    const before = vocabulary.meaningOf(start) ?? vocabulary.meaningOf(first);
    // "Monogut" is a name.
    if (before?.kind === "value" && end.kind === "value") continue;
    if (before && (before.kind !== "thing" || end.kind === "thing")) return [before, end];
    const more = compound(start, vocabulary);
    if (more?.every(({ kind }) => kind !== "category" && kind !== "thing")) return [...more, end];
  }
  return null;
}
