/** The addresses in a mail's plain text, each once, in their order. */
export function linksIn(text: string): string[] {
  return [...new Set(text.match(/https?:\/\/[^\s<>"]+/g))];
}

/** A mail's HTML for a sandboxed frame: a link opens in the whole tab, as it would from a mail program. */
export function framed(html: string): string {
  return html.replace(/<a\s/g, '<a target="_top" ');
}
