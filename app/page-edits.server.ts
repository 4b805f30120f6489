/** A part of a page, from one byte up to another, that becomes `text`. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export function insertion(at: number, text: string): Edit {
  return { from: at, to: at, text };
}

/** A copy of the page with all edits, none of which may overlap. */
export function edited(html: Buffer, edits: readonly Edit[]): Buffer<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let end = 0;
  for (const { from, to, text } of edits.toSorted((a, b) => a.from - b.from)) {
    parts.push(html.subarray(end, from), Buffer.from(text));
    end = to;
  }
  return Buffer.concat([...parts, html.subarray(end)]);
}

/** Yields the positions at which a text of ASCII begins in a page. */
export function* positionsOf(text: string, html: Buffer): Generator<number> {
  for (let at = html.indexOf(text); at >= 0; at = html.indexOf(text, at + text.length)) yield at;
}
