/** What a browse page is called by its heading, its category and what it shows of it. */
interface Names {
  /** Its heading: "Tennis Bags". */
  readonly heading: string;
  /** Its category's: "Tennis Bags". */
  readonly category: string;
  /** A menu entry, a brand: "Backpacks". */
  readonly part: string | null;
}

/**
 * The title of a browse page: unlike every other one's, whatever its heading is. Headings of some categories are the same
 * for all that is in their menus (M2.54), and others name the part alone.
 */
export function browseTitle({ heading, category, part }: Names): string {
  const says = (text: string, word: string) => text.toLowerCase().includes(word.toLowerCase());
  const whole = part === null || says(heading, part) ? heading : `${part} · ${heading}`;
  return says(whole, category) ? whole : `${whole} · ${category}`;
}
