function withoutAccents(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Lower case without accents, "ß" as "ss". Use it to compare whole words and sentences. */
export function comparable(text: string): string {
  return withoutAccents(text).replace(/ß/g, "ss");
}

/**
 * Lower case without accents, with every character at its original position and length. A match is therefore at the
 * same position in `text`. Combining accents stay: normalize such text to NFC first.
 */
export function foldedInPlace(text: string): string {
  return text.replace(/[^\0-\x7f]|[A-Z]/gu, (letter) => {
    const plain = withoutAccents(letter);
    return plain.length === letter.length ? plain : letter;
  });
}
