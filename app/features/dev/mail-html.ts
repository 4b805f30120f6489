/** The URLs in a mail's plain text, each once, in their order. */
export function linksIn(text: string): string[] {
  return [...new Set(text.match(/https?:\/\/[^\s<>"]+/g))];
}

/** The views of a mail: in a light or a dark mail program, on a phone, or as plain text. */
export const MAIL_VIEWS = ["light", "dark", "phone", "text"] as const;
export type MailView = (typeof MAIL_VIEWS)[number];

export function mailViewOf(value: string | null): MailView {
  return MAIL_VIEWS.find((view) => view === value) ?? "light";
}

/**
 * A mail's HTML for a sandboxed frame. Links open in the whole tab, as from a mail program. `dark` chooses the colour
 * scheme, regardless of the browser's preference.
 */
export function framed(html: string, dark = false): string {
  return html
    .replace(/<a\s/g, '<a target="_top" ')
    .replaceAll("@media (prefers-color-scheme:dark)", dark ? "@media all" : "@media not all")
    .replaceAll("light dark", dark ? "dark" : "light");
}
