import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { comparable } from "#app/domain/text-rules.ts";

/** A category's definition names the first two. */
export const REPLIES = ["choosing", "tension", "beginner", "preferences", "search", "rephrase"] as const;
export type ConciergeReply = (typeof REPLIES)[number];

export interface ConciergeAnswer {
  readonly reply: ConciergeReply;
  /** The listing type that the reply is about; null for none. */
  readonly gear: string | null;
}

function normalizeQuestion(question: string): string {
  return comparable(question.normalize("NFKC")).replace(/\s+/g, " ");
}

/**
 * Keywords that name no type of gear, in the form of `normalizeQuestion`. They may be parts of words, because Dutch and
 * German have compound words.
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

const ADVISED = CATEGORIES.flatMap(({ type, concierge }) => (concierge ? [{ type, ...concierge }] : []));
const FOR_BEGINNERS = ADVISED.find(({ beginner }) => beginner !== undefined);

/** For questions that name no gear. The first row with a keyword of the question decides. */
const ROWS: readonly { readonly keywords: readonly string[]; readonly answer: ConciergeAnswer }[] = [
  { keywords: KEYWORDS.beginner, answer: { reply: "beginner", gear: FOR_BEGINNERS?.type ?? null } },
  { keywords: KEYWORDS.preferences, answer: { reply: "preferences", gear: null } },
  { keywords: KEYWORDS.search, answer: { reply: "search", gear: null } },
];

const REPHRASE: ConciergeAnswer = { reply: "rephrase", gear: null };

function firstOf(keywords: readonly string[], text: string): number {
  return Math.min(...keywords.map((name) => text.indexOf(name)).filter((at) => at >= 0));
}

/** The gear that is named first is asked about: "Which strings for my racket?" */
function gearIn(text: string) {
  const places = ADVISED.map((gear) => ({ gear, at: firstOf(gear.keywords, text) }));
  return places.filter(({ at }) => at < text.length).sort((a, b) => a.at - b.at)[0]?.gear;
}

export function answerTo(question: string): ConciergeAnswer {
  const text = normalizeQuestion(question);
  const has = (keywords: readonly string[]) => keywords.some((name) => text.includes(name));
  const gear = gearIn(text);
  if (!gear) return ROWS.find(({ keywords }) => has(keywords))?.answer ?? REPHRASE;
  return { reply: gear.beginner && has(KEYWORDS.beginner) ? "beginner" : gear.reply, gear: gear.type };
}
