import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { simple } from "#app/domain/folded.ts";

type Advice = NonNullable<CategoryDefinition["concierge"]>["reply"];

/** The concierge's replies (A4.16). */
export type Reply = Advice | "beginner" | "preferences" | "search" | "rephrase";

/** What a question is answered with, and the type of gear that the answer names, if it names one. */
export interface Answer {
  readonly reply: Reply;
  readonly gear: string | null;
}

/** A question as what is spoken of is written: simple, on one line, and with letters of another width as usual ones. */
function normalizeQuestion(question: string): string {
  return simple(question.normalize("NFKC")).replace(/\s+/g, " ");
}

/**
 * What is spoken of besides gear, in the five languages and as `heard` writes it: parts of words, since Dutch and
 * German join them.
 */
const SPOKEN = {
  beginner: ["beginn", "start", "anfang", "anfaeng", "einsteig", "debut", "commenc"],
  preferences: ["preference", "setting", "voorkeur", "instelling", "einstellung", "vorlieb", "reglage"],
  search: [
    "search help",
    "help with search",
    "hulp bij zoeken",
    "hilfe bei der suche",
    "aide a la recherche",
  ],
} as const;

interface Row {
  /** Parts of words; of each list one has to be said. */
  readonly spoken: readonly (readonly string[])[];
  readonly answer: Answer;
}

const ADVISED = CATEGORIES.flatMap(({ type, concierge }) => (concierge ? [{ type, ...concierge }] : []));
const FOR_BEGINNERS = ADVISED.filter(({ beginner }) => beginner !== undefined);

/** The first row that is spoken of answers. What a beginner wants of a kind of gear is more than the kind alone. */
const ROWS: readonly Row[] = [
  ...FOR_BEGINNERS.map(
    ({ type, spoken }): Row => ({
      spoken: [spoken, SPOKEN.beginner],
      answer: { reply: "beginner", gear: type },
    }),
  ),
  ...ADVISED.map(({ type, spoken, reply }): Row => ({ spoken: [spoken], answer: { reply, gear: type } })),
  { spoken: [SPOKEN.beginner], answer: { reply: "beginner", gear: FOR_BEGINNERS[0]?.type ?? null } },
  { spoken: [SPOKEN.preferences], answer: { reply: "preferences", gear: null } },
  { spoken: [SPOKEN.search], answer: { reply: "search", gear: null } },
];

const REPHRASE: Answer = { reply: "rephrase", gear: null };

/** Words and parts of words that speak of a child. "kind" alone is an English word, and "son" the end of others. */
const CHILD = new RegExp(
  [
    "child|kid(?:s|dy|\\b)|junior|\\b(?:my|our|a) (?:little )?son\\b|daughter|\\bboys?\\b|\\bgirls?\\b",
    "\\b(?:mijn|ons|een) kind\\b|kinderen|\\bzoon|dochter|jongen|meisje|jeugd",
    "\\b(?:mein|unser|ein) kind\\b|\\bkinder|\\bsohn|tochter|\\bjunge|madchen|maedchen|jugend",
    "enfant|\\b(?:mon|notre|un) fils\\b|\\b(?:ma|notre|une) fille\\b|\\bgarcon",
  ].join("|"),
);
const AGE = /\b(\d{1,2})[ -]?(?:years?|yrs?|jaar|jahre?|ans)\b/;
/** From this age on people play with adult rackets. */
const GROWN_UP = 13;

/** Whether somebody speaks of a child. */
export function isForChild(question: string): boolean {
  const said = normalizeQuestion(question);
  const [, age] = AGE.exec(said) ?? [];
  return CHILD.test(said) || (age !== undefined && Number(age) < GROWN_UP);
}

/** Whether somebody speaks of beginning. */
export function isBeginner(question: string): boolean {
  const said = normalizeQuestion(question);
  return SPOKEN.beginner.some((name) => said.includes(name));
}

export function answerTo(question: string): Answer {
  const said = normalizeQuestion(question);
  const row = ROWS.find(({ spoken }) => spoken.every((names) => names.some((name) => said.includes(name))));
  return row?.answer ?? REPHRASE;
}
