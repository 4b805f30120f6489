// The statements of the specification, as docs/spec-map.md lists them.
import { read } from "./source.ts";

export interface Statement {
  readonly id: string;
  /** How the statement is met: as it says, or differently by a decision, of which this is the number. */
  readonly state: "done" | number;
  readonly text: string;
  readonly line: number;
}

/** The lines `- A1.1 done: text` and `- A1.2 decision 0006: text`. Other lines that begin with an id are faults. */
export function parseStatements(page: string): { statements: Statement[]; faults: string[] } {
  const statements: Statement[] = [];
  const faults: string[] = [];
  for (const [index, text] of page.split("\n").entries()) {
    const line = index + 1;
    const [, id, state, said] = /^- ([AM]\d+\.\d+) (done|decision \d{4}): (.*\S)$/.exec(text) ?? [];
    if (id !== undefined && state !== undefined && said !== undefined)
      statements.push({ id, state: state === "done" ? state : Number(state.slice(-4)), text: said, line });
    else if (/^\W*[AM]\d+\.\d/.test(text)) faults.push(`line ${line}: ${text}`);
  }
  return { statements, faults };
}

export const { statements, faults } = parseStatements(read("docs/spec-map.md"));
