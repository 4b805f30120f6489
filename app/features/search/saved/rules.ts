export const MAX_SAVED = 100;

/** The maximum length of a name (also the database's limit). */
export const LONGEST_NAME = 80;

/** When one search has more new matches than this at once, they share one notification. */
export const MAX_SINGLE_NOTICES = 3;

/** The number of pictures of a saved search's latest matches. */
export const PICTURES = 4;

/** Viewing a saved search interprets it again, at most once per period of this length. */
export const UNDERSTOOD_FOR_HOURS = 24;

/** New matches are counted up to this number. */
export const MAX_COUNTED = 99;

/** Lexemes of which every match of a query has at least one, and their combined frequency. */
interface Anchor {
  readonly lexemes: readonly string[];
  readonly commonness: number;
}

/** A lexeme, a parenthesis or an operator in PostgreSQL's text form of a tsquery. */
const TOKEN = /'((?:[^'\\]|''|\\\\)*)'(:[*A-D]+)?|([()&|!])|<(?:-|\d+)>/g;

function tokensOf(query: string): { text: string; lexeme?: string }[] {
  const tokens: { text: string; lexeme?: string }[] = [];
  for (const [, quoted, flags = "", sign] of query.matchAll(TOKEN)) {
    if (quoted === undefined) tokens.push({ text: sign ?? "<->" });
    // A prefix is not a lexeme of a listing.
    else if (flags.includes("*")) tokens.push({ text: "'" });
    else tokens.push({ text: "'", lexeme: quoted.replaceAll("''", "'").replaceAll("\\\\", "\\") });
  }
  return tokens;
}

function rarer(one: Anchor | null, other: Anchor | null): Anchor | null {
  if (!one || !other) return one ?? other;
  return other.commonness < one.commonness ? other : one;
}

function either(one: Anchor | null, other: Anchor | null): Anchor | null {
  if (!one || !other) return null;
  const lexemes = [...new Set([...one.lexemes, ...other.lexemes])];
  return { lexemes, commonness: one.commonness + other.commonness };
}

export function lexemesOf(query: string): string[] {
  return [...new Set(tokensOf(query).flatMap(({ lexeme }) => lexeme ?? []))];
}

/**
 * Lexemes of which every match of a query has at least one, as few and as rare as possible. An AND uses its rarest
 * operand; an OR needs all of its operands. Null when no lexeme is required.
 * @param query in PostgreSQL's text form: `'blade' & ( 'grip=3' | 'l3' )`
 * @param commonness the frequency of a lexeme, in any unit
 */
export function anchorsOf(query: string, commonness: (lexeme: string) => number): readonly string[] | null {
  const tokens = tokensOf(query);
  let at = 0;
  function operand(): Anchor | null {
    const token = tokens[at++];
    if (token?.text === "!") {
      operand();
      return null;
    }
    if (token?.text === "(") {
      const inner = any();
      at += 1;
      return inner;
    }
    return token?.lexeme === undefined
      ? null
      : { lexemes: [token.lexeme], commonness: commonness(token.lexeme) };
  }
  function all(): Anchor | null {
    let anchor = operand();
    while (tokens[at]?.text === "&" || tokens[at]?.text === "<->") {
      at += 1;
      anchor = rarer(anchor, operand());
    }
    return anchor;
  }
  function any(): Anchor | null {
    let anchor = all();
    while (tokens[at]?.text === "|") {
      at += 1;
      anchor = either(anchor, all());
    }
    return anchor;
  }
  return any()?.lexemes ?? null;
}
