/** The parts of a browse page's title. */
interface Names {
  /** The page's heading: "Tennis Bags". */
  readonly heading: string;
  /** The category's name: "Tennis Bags". */
  readonly category: string;
  /** The menu entry or brand that the page shows: "Backpacks". Null for a whole category. */
  readonly part: string | null;
}

/**
 * Returns the title of a browse page. It must be unique, and headings alone are not: some categories use one heading
 * for all their menu entries (M2.54), and in others the heading is the menu entry without the category.
 */
export function browseTitle({ heading, category, part }: Names): string {
  const says = (text: string, word: string) => text.toLowerCase().includes(word.toLowerCase());
  const whole = part === null || says(heading, part) ? heading : `${part} · ${heading}`;
  return says(whole, category) ? whole : `${whole} · ${category}`;
}
