import { read } from "./source.ts";

export interface Row {
  readonly id: string;
  readonly statement: string;
  readonly where: string;
  readonly state: string;
  readonly line: number;
}

/** The titles of the seven issues, as the table of issues in docs/spec-map.md has them. */
const ISSUES: Readonly<Record<string, string>> = {
  "1": "rackets",
  "2": "six categories",
  "3": "accounts",
  "4": "messages",
  "5": "business",
  "6": "home",
  "7": "deals",
};

export function parseRows(page: string): Row[] {
  return page.split("\n").flatMap((text, index) => {
    if (!/^\| [AM]\d+\.\d+ \|/.test(text)) return [];
    const cells = text
      .slice(1, text.lastIndexOf("|"))
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    const [id = "", statement = "", where = "", state = "", ...more] = cells;
    return [
      {
        id,
        statement,
        where,
        state: more.length > 0 ? "too many columns" : state,
        line: index + 1,
      },
    ];
  });
}

/** How far a statement is: done, planned for an issue, or different from the specification by a decision. */
export interface State {
  readonly done: boolean;
  readonly issue?: string;
  readonly decision?: string;
}

/** Parses the state of a row. Null if docs/spec-map.md does not explain such a state. */
export function parseState(state: string): State | null {
  if (state === "done") return { done: true };
  const match = /^(?:deviates: decision (\d{4}))?(?:, )?(?:issue (\d) · (.+))?$/.exec(state);
  const [, decision, issue, name] = match ?? [];
  if (!match || (!decision && !issue) || (issue && ISSUES[issue] !== name)) return null;
  if (Boolean(decision && issue) !== state.includes(", ")) return null;
  return { done: false, ...(issue && { issue }), ...(decision && { decision }) };
}

export const rows: readonly Row[] = parseRows(read("docs/spec-map.md"));
