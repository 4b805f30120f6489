import { foldedInPlace } from "#app/domain/text-rules.ts";

export interface HelpAnswerView {
  /** The fragment of its URL, the same in every language: "how-to-create-a-listing". */
  readonly id: string;
  readonly question: string;
  readonly paragraphs: readonly string[];
  readonly links: readonly { readonly label: string; readonly to: string }[];
}

export interface AnswerGroup {
  readonly id: string;
  readonly title: string;
  readonly answers: readonly HelpAnswerView[];
}

export interface Segment {
  readonly text: string;
  readonly hit: boolean;
}

/** Further words of a search are ignored. */
const MAX_WORDS = 12;

function comparable(text: string): string {
  return foldedInPlace(text.normalize("NFC"));
}

export function questionWords(q: string): string[] {
  const words = comparable(q).split(/[^\p{L}\p{N}]+/u);
  return [...new Set(words.filter((word) => word !== ""))].slice(0, MAX_WORDS);
}

function textOf({ question, paragraphs, links }: HelpAnswerView): string {
  return comparable([question, ...paragraphs, ...links.map(({ label }) => label)].join("\n"));
}

/** The answers that contain all words, together with the title of their group. */
export function answersWith(groups: readonly AnswerGroup[], words: readonly string[]): AnswerGroup[] {
  return groups
    .map((group) => ({
      ...group,
      answers: group.answers.filter((answer) => {
        const text = `${comparable(group.title)}\n${textOf(answer)}`;
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ answers }) => answers.length > 0);
}

/** The segments together are the text in NFC. */
export function marked(text: string, words: readonly string[]): Segment[] {
  const written = text.normalize("NFC");
  const plain = foldedInPlace(written);
  const hits = new Array<boolean>(written.length).fill(false);
  for (const word of words) {
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1)) {
      hits.fill(true, at, at + word.length);
    }
  }
  const segments: Segment[] = [];
  for (let from = 0; from < written.length; ) {
    const hit = hits[from] ?? false;
    let to = from;
    while (to < written.length && hits[to] === hit) to += 1;
    segments.push({ text: written.slice(from, to), hit });
    from = to;
  }
  return segments;
}
