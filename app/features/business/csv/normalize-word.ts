/** A word for comparison: lower case, without accents, spaces, underscores and signs. "Kopf-Größe" -> "kopfgrosse". */
export function normalizeWord(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[^\p{L}\p{N}]/gu, "");
}
