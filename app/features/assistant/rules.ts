import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { simple } from "#app/domain/folded.ts";

type Advice = NonNullable<CategoryDefinition["concierge"]>["reply"];

/** A4.16. */
export type Reply = Advice | "beginner" | "preferences" | "search" | "rephrase";

export interface Answer {
  readonly reply: Reply;
  /** The listing type that the question mentions; null for none. */
  readonly gear: string | null;
}

function normalizeQuestion(question: string): string {
  return simple(question.normalize("NFKC")).replace(/\s+/g, " ");
}

/**
 * Keywords for replies that are not about a type of gear, in the form of `normalizeQuestion`. They are parts of words,
 * because Dutch and German have compound words.
 */
const KEYWORDS = {
  beginner: ["beginn", "start", "anfang", "anfaeng", "einsteig", "debut", "commenc"],
  preferences: ["preference", "setting", "voorkeur", "instelling", "einstellung", "vorlieb", "reglage"],
  search: [
    "search help",
    "help with search",
    "hulp bij zoeken",
    "hulp bij het zoeken",
    "hilfe bei der suche",
    "suchhilfe",
    "aide a la recherche",
  ],
} as const;

interface Row {
  /** A question must contain one keyword of each list. */
  readonly keywords: readonly (readonly string[])[];
  readonly answer: Answer;
}

const ADVISED = CATEGORIES.flatMap(({ type, concierge }) => (concierge ? [{ type, ...concierge }] : []));
const FOR_BEGINNERS = ADVISED.filter(({ beginner }) => beginner !== undefined);

/** The first matching row decides. */
const ROWS: readonly Row[] = [
  ...FOR_BEGINNERS.map(
    ({ type, keywords }): Row => ({
      keywords: [keywords, KEYWORDS.beginner],
      answer: { reply: "beginner", gear: type },
    }),
  ),
  ...ADVISED.map(
    ({ type, keywords, reply }): Row => ({ keywords: [keywords], answer: { reply, gear: type } }),
  ),
  { keywords: [KEYWORDS.beginner], answer: { reply: "beginner", gear: FOR_BEGINNERS[0]?.type ?? null } },
  { keywords: [KEYWORDS.preferences], answer: { reply: "preferences", gear: null } },
  { keywords: [KEYWORDS.search], answer: { reply: "search", gear: null } },
];

const REPHRASE: Answer = { reply: "rephrase", gear: null };

export function answerTo(question: string): Answer {
  const text = normalizeQuestion(question);
  const row = ROWS.find(({ keywords }) =>
    keywords.every((names) => names.some((name) => text.includes(name))),
  );
  return row?.answer ?? REPHRASE;
}
