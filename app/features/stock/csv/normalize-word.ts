/** For comparisons: "Kopf-Größe" becomes "kopfgrosse". */
export function normalizeWord(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[^\p{L}\p{N}]/gu, "");
}
