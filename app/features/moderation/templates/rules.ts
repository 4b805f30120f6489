/** How the text of a rule gets into the words of a decision, in the browser and without JavaScript. */

/**
 * Whether choosing a rule may replace the words, because nobody wrote them.
 * @param texts all texts of the rules
 */
export function isUntouched(typed: string, texts: readonly string[]): boolean {
  const words = typed.trim();
  return words === "" || texts.includes(words);
}

/**
 * The words of a decision with the text of its rule. What a moderator wrote stays, above it; another rule's text, or
 * nothing, is replaced.
 * @param texts all texts of the rules
 */
export function withTemplate(typed: string, template: string, texts: readonly string[]): string {
  if (isUntouched(typed, texts)) return template;
  return typed.includes(template) ? typed : `${typed.trim()}\n\n${template}`;
}
