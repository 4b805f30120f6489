/** The addresses in a mail's plain text, each once, in their order. */
export function linksIn(text: string): string[] {
  return [...new Set(text.match(/https?:\/\/[^\s<>"]+/g))];
}

/** How a mail can be looked at: in a light or a dark program, on a phone, or as plain text. */
export const LOOKS = ["light", "dark", "phone", "text"] as const;
export type Look = (typeof LOOKS)[number];

/** The look that an address asks for; light unless it is another of ours. */
export function lookOf(value: string | null): Look {
  return LOOKS.find((look) => look === value) ?? "light";
}

/**
 * A mail's HTML for a sandboxed frame: a link opens in the whole tab, as it would from a mail program, and its dark
 * side shows when it is asked for, whatever the browser prefers.
 */
export function framed(html: string, dark = false): string {
  return html
    .replace(/<a\s/g, '<a target="_top" ')
    .replaceAll("@media (prefers-color-scheme:dark)", dark ? "@media all" : "@media not all")
    .replaceAll("light dark", dark ? "dark" : "light");
}
