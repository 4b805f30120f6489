interface Names {
  readonly heading: string;
  readonly category: string;
  /** The menu entry or brand that the page shows: "Backpacks". Null for a whole category. */
  readonly part: string | null;
}

/**
 * The title must be unique, and headings are not: some categories use one heading for all their menu entries,
 * and in others the heading is the menu entry without the category.
 */
export function browseTitle({ heading, category, part }: Names): string {
  const says = (text: string, word: string) => text.toLowerCase().includes(word.toLowerCase());
  const whole = part === null || says(heading, part) ? heading : `${part} · ${heading}`;
  return says(whole, category) ? whole : `${whole} · ${category}`;
}
