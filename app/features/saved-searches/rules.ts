/** The most saved searches of a user. */
export const MAX_SAVED = 100;

export const LONGEST_NAME = 80; // The table saved_searches checks it too.

/** A search that gets more new matches in one transaction of the job makes one notice for all of them. */
export const MAX_SINGLE_NOTICES = 3;

/** Of its latest matches, a saved search shows this many. */
export const PICTURES = 4;

/** Opening a saved search interprets its words again, but only once in each period of this length (in UTC). */
export const REINTERPRET_AFTER_HOURS = 24;

export const MAX_COUNTED = 99;

/** `commonness` is that of the lexemes together. */
interface Anchor {
  readonly lexemes: readonly string[];
  readonly commonness: number;
}

/** The tokens of a tsquery as PostgreSQL prints it. */
const TOKEN = /'((?:[^'\\]|''|\\\\)*)'(:[*A-D]+)?|([()&|!])|<(?:-|\d+)>/g;

function tokensOf(query: string): { text: string; lexeme?: string }[] {
  const tokens: { text: string; lexeme?: string }[] = [];
  for (const [, quoted, flags = "", sign] of query.matchAll(TOKEN)) {
    if (quoted === undefined) tokens.push({ text: sign ?? "<->" });
    // A prefix cannot be an anchor, since listings are indexed by whole lexemes.
    else if (flags.includes("*")) tokens.push({ text: "'" });
    else tokens.push({ text: "'", lexeme: quoted.replaceAll("''", "'").replaceAll("\\\\", "\\") });
  }
  return tokens;
}

function rarer(anchor: Anchor | null, other: Anchor | null): Anchor | null {
  if (!anchor || !other) return anchor ?? other;
  return other.commonness < anchor.commonness ? other : anchor;
}

function either(anchor: Anchor | null, other: Anchor | null): Anchor | null {
  if (!anchor || !other) return null;
  const lexemes = [...new Set([...anchor.lexemes, ...other.lexemes])];
  return { lexemes, commonness: anchor.commonness + other.commonness };
}

export function lexemesOf(query: string): string[] {
  return [...new Set(tokensOf(query).flatMap(({ lexeme }) => lexeme ?? []))];
}

/**
 * Lexemes of which every match has at least one, as rare as possible: by them, a new listing finds saved searches. An
 * AND needs the anchors of its rarest operand, an OR those of all operands. Null when no lexeme is required.
 * @param query as PostgreSQL prints it: `'blade' & ( 'grip=3' | 'l3' )`
 * @param commonness how common a lexeme is, in any unit
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
