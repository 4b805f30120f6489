/** A word as it is compared: small, without accents, spaces, underscores and signs. "Kopf-Größe" -> "kopfgrosse". */
export function normalizeWord(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[^\p{L}\p{N}]/gu, "");
}
