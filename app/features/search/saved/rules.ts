import { href } from "react-router";

/** Where somebody's saved searches are: beside their favourites (A2.10). */
export const SAVED_PATH = `${href("/favorites")}?tab=searches`;

/** Saved searches of one person. */
export const MAX_SAVED = 100;

/** Of what matches a name may have (also the database's limit). */
export const LONGEST_NAME = 80;

/** More new ones than this of one search, found at once, are told in one notice. */
export const MAX_SINGLE_NOTICES = 3;

/** Pictures of what a saved search found last. */
export const PICTURES = 4;

/** A look at a saved search understands it anew, but once in each part of time of this length. */
export const UNDERSTOOD_FOR_HOURS = 24;

/** So many new ones are counted. */
export const MAX_COUNTED = 99;

/** What any listing that a query finds must have one of, and how common those are together. */
interface Anchor {
  readonly lexemes: readonly string[];
  readonly commonness: number;
}

/** A lexeme, a parenthesis or an operator, as PostgreSQL writes a tsquery. */
const TOKEN = /'((?:[^'\\]|''|\\\\)*)'(:[*A-D]+)?|([()&|!])|<(?:-|\d+)>/g;

function tokensOf(query: string): { text: string; lexeme?: string }[] {
  const tokens: { text: string; lexeme?: string }[] = [];
  for (const [, quoted, flags = "", sign] of query.matchAll(TOKEN)) {
    if (quoted === undefined) tokens.push({ text: sign ?? "<->" });
    // The beginning of a word is no lexeme that a listing has.
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

/** All lexemes in a query. */
export function lexemesOf(query: string): string[] {
  return [...new Set(tokensOf(query).flatMap(({ lexeme }) => lexeme ?? []))];
}

/**
 * The lexemes of which everything that a query finds has at least one, as few and as rare as there are: of what is asked
 * for together the rarest, of what is asked for instead of each other all. Null where nothing has to be there.
 * @param query as PostgreSQL writes it: `'blade' & ( 'grip=3' | 'l3' )`
 * @param commonness of a lexeme, in whatever unit
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
