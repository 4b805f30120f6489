function bare(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Small letters without accents, "ß" as two of them: for comparing whole words and sentences. */
export function simple(text: string): string {
  return bare(text).replace(/ß/g, "ss");
}

/**
 * Small letters without accents, each where it was and as long as it was: what is found in it stands at the same place
 * of `text`. An accent that is a character of its own stays: normalize what may have such to NFC first.
 */
export function folded(text: string): string {
  return text.replace(/[^\0-\x7f]|[A-Z]/gu, (letter) => {
    const plain = bare(letter);
    return plain.length === letter.length ? plain : letter;
  });
}
