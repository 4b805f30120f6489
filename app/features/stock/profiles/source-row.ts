import { normalizeWord } from "../csv/columns.ts";
import type { SourceRow } from "./heading.ts";
import type { Layout } from "./layout.ts";
import { headingWord } from "./list.ts";
import { AVAILABILITY_WORDS, GONE_COLUMNS, NO, TOTAL_WORDS } from "./own-list.ts";
import type { OutReason, Profile, Verdicts } from "./profile.ts";

type Verdict = OutReason | "for sale" | "container" | "variant";

/** Whether it says that the row is not for sale. */
export function isReason(verdict: Verdict): verdict is OutReason {
  return verdict !== "for sale" && verdict !== "container" && verdict !== "variant";
}

const YES = new Set(["yes", "ja", "oui", "true"]);
/** The first word of "not sold", "nicht mehr verfügbar". */
const NOT = /^(?:not?|nicht|niet|nog niet|noch nicht|pas|non|nee|nein|plus|kein[en]?|geen)(?:\s|$)/i;

const REMARKS =
  /^(?:intern(?:al|e)?)?(?:notes?|remarks?|comments?|bemerkung(?:en)?|anmerkung(?:en)?|hinweise?|notiz(?:en)?|kommentare?|opmerking(?:en)?|notities?|observations?|remarques?|commentaires?|toelichting|status|statut|info)$/;

/** Longer cells are no words of these lists, and patterns would be slow on them. */
const LONGEST_WORDS = 100;

interface RemarkColumns {
  readonly remarks: readonly number[];
  /** Columns without a role or a price. */
  readonly unknown: readonly number[];
}

const remarkColumns = new WeakMap<Layout, RemarkColumns>();

function columnsOfRemarks(layout: Layout): RemarkColumns {
  const cached = remarkColumns.get(layout);
  if (cached) return cached;
  const { columns, roles } = layout;
  const assigned = new Set(Object.values(roles).flat());
  const isRemark = (at: number) =>
    (roles.description?.includes(at) ?? false) || REMARKS.test(headingWord(columns[at]?.heading ?? ""));
  const all = [...columns.keys()];
  const made = {
    remarks: all.filter(isRemark),
    unknown: all.filter((at) => !isRemark(at) && !assigned.has(at) && columns[at]?.price === null),
  };
  remarkColumns.set(layout, made);
  return made;
}

/** A row of a foreign file, by roles. */
export class Source {
  readonly number: number;
  private readonly row: SourceRow;
  private readonly layout: Layout;
  private readonly profile: Profile;

  constructor(row: SourceRow, layout: Layout, profile: Profile) {
    this.number = row.number;
    this.row = row;
    this.layout = layout;
    this.profile = profile;
  }

  at(column: number): string {
    return (this.row.cells[column] ?? "").trim();
  }

  /** All cells of a role, empty ones too. */
  all(role: string): string[] {
    return (this.layout.roles[role] ?? []).map((column) => this.at(column));
  }

  /** The first cell of a role that is not empty. */
  first(role: string): string {
    return this.all(role).find((cell) => cell !== "") ?? "";
  }

  has(role: string): boolean {
    return this.layout.roles[role] !== undefined;
  }

  /** The seller's remarks about the article. */
  get remarks(): readonly string[] {
    return this.textsIn(columnsOfRemarks(this.layout).remarks);
  }

  /** Where people write too that an article is gone: its tags, its groups, columns of which nothing is known. */
  get hints(): readonly string[] {
    const groups = [...this.all("tags"), ...this.all("type")].flatMap((cell) => cell.split(/[,;|>/]/));
    return [...groups, ...this.textsIn(columnsOfRemarks(this.layout).unknown)];
  }

  private textsIn(columns: readonly number[]): string[] {
    return columns.map((column) => this.at(column)).filter((text) => text !== "");
  }

  get filledCells(): readonly string[] {
    return this.row.cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  }

  /** What the cells of a role say of the row; the first that is not "for sale". */
  verdict(role: string): Verdict | null {
    let said: Verdict | null = null;
    for (const column of this.layout.roles[role] ?? []) {
      const verdict = this.verdictAt(role, column);
      if (verdict === null) continue;
      if (verdict !== "for sale") return verdict;
      said = verdict;
    }
    return said;
  }

  private verdictAt(role: string, column: number): Verdict | null {
    const text = this.at(column);
    if (text === "") return null;
    const heading = headingWord(this.layout.columns[column]?.heading ?? "");
    const word = normalizeWord(text);
    const gone = this.profile.key === "own" && role === "status" ? GONE_COLUMNS.get(heading) : undefined;
    // "12-05-2026" and "Piet" say that it is sold, too.
    if (gone) {
      const isLeft = word === "" || text === "0" || NO.includes(word) || NOT.test(text);
      const isForSale = AVAILABILITY_WORDS[word] === "for sale" && !YES.has(word);
      // Some of several pieces may be reserved.
      const isCount = gone === "sold_out" && /^\d+$/.test(text);
      return isLeft || isForSale || isCount ? null : gone;
    }
    const table = this.profile.says?.[heading];
    const said = table ? saidBy(table, text, word) : this.saidOf(role, text, word);
    if (said) return said;
    if (this.profile.key !== "own" && role !== "availability") return null;
    if (!NO.includes(word) && text !== "0") return null;
    return role === "availability" ? "sold_out" : role === "status" ? "unpublished" : null;
  }

  /** WooCommerce writes -1 for a draft, which is the word "1" without its sign. */
  private saidOf(role: string, text: string, word: string): Verdict | null {
    if (/^-\d/.test(text)) return role === "status" ? "draft" : null;
    const table = this.profile.says?.[role];
    return table ? saidBy(table, text, word) : null;
  }

  /** Whether the row sums others up, in the words of five languages. */
  get isTotal(): boolean {
    const [first = ""] = this.filledCells;
    if (first.length > LONGEST_WORDS) return false;
    const word = normalizeWord(
      first
        .replace(/[:=].*$/, "")
        .replace(/\(.*\)/, "")
        .replace(/\d+.*$/, ""),
    );
    return TOTAL_WORDS.has(word) && this.first("imageUrls") === "" && this.first("condition") === "";
  }
}

/** Of words that people type, the longest beginning counts that is known: "verkocht aan Piet". */
const LONGEST_VERDICT = 4;

function saidBy(table: Verdicts, text: string, word: string): Verdict | null {
  const others = table["*"];
  if (others) {
    const all = text.split(",").map((part) => table[normalizeWord(part)] ?? others);
    return all.find((each) => each === others) ?? all[0] ?? null;
  }
  if (table[word] || table !== AVAILABILITY_WORDS) return table[word] ?? null;
  const parts = text.slice(0, LONGEST_WORDS).split(/[^\p{L}\p{N}]+/u);
  for (let count = Math.min(LONGEST_VERDICT, parts.length); count > 0; count -= 1) {
    const said = table[normalizeWord(parts.slice(0, count).join(""))];
    if (said) return said;
  }
  const last = table[normalizeWord(parts.at(-1) ?? "")];
  return NOT.test(text) && last === "for sale" ? "sold_out" : null;
}
