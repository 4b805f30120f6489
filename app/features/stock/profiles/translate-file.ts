import { TITLE_COLUMNS, VARIANT_COLUMNS } from "#app/domain/categories/facts.ts";
import { FileRefused, MAX_FILE_BYTES } from "#app/domain/csv/file-fault.ts";
import { readCsv } from "#app/domain/csv/read.ts";
import { decoderOf, type Encoding, encodingOf } from "#app/domain/csv/sniff.ts";
import { CSV_START, csvLine } from "#app/domain/csv/write.ts";
import { COLUMNS } from "../csv/columns.ts";
import type { FileChoices, TranslatedRow, TranslationReport } from "./choices.ts";
import { isXml, XmlRows } from "./google-xml.ts";
import { recognizedCells, type SourceRow } from "./heading.ts";
import { type Layout, Survey } from "./layout.ts";
import { Translator } from "./translate.ts";

/** Opens a file again from its beginning: it is read more than once. */
export type FileSource = () => AsyncIterable<Uint8Array>;

interface OpenedFile {
  readonly source: FileSource;
  readonly encoding: Encoding;
  readonly isXml: boolean;
}

/** A file whose layout was proposed. */
export interface SurveyedFile extends OpenedFile {
  readonly layout: Layout;
  /** How many rows are below the heading. */
  readonly rows: number;
}

async function opened(source: FileSource): Promise<OpenedFile> {
  const encoding = await encodingOf(source());
  let start = "";
  for await (const chunk of source()) {
    start = decoderOf(encoding).decode(chunk.subarray(0, 2_000));
    if (start.trim() !== "") break;
  }
  return { source, encoding, isXml: isXml(start) };
}

/** The rows of a CSV file or of Google's XML, its heading and title rows too, in batches. */
async function* sourceRows({ source, encoding, isXml }: OpenedFile): AsyncGenerator<readonly SourceRow[]> {
  if (!isXml) {
    yield* readCsv(source(), { encoding, recognized: recognizedCells });
    return;
  }
  const reader = new XmlRows();
  const decoder = decoderOf(encoding);
  let bytes = 0;
  for await (const chunk of source()) {
    bytes += chunk.length;
    if (bytes > MAX_FILE_BYTES) throw new FileRefused("too_large");
    yield reader.read(decoder.decode(chunk, { stream: true }));
  }
  yield [...reader.read(decoder.decode()), ...reader.end()];
}

/**
 * Reads a file once, and proposes what its columns mean.
 * @param home the currency of the seller's country, if it is known
 * @throws FileRefused for a file that is no table
 */
export async function surveyFile(source: FileSource, home: string | null = null): Promise<SurveyedFile> {
  const file = await opened(source);
  let survey: Survey | null = null;
  let start: SourceRow[] = [];
  let rows = 0;
  for await (const batch of sourceRows(file)) {
    if (!survey) {
      start = [...start, ...batch];
      if (start.length < 30 && !file.isXml) continue;
      if (start.length === 0) continue;
      survey = new Survey(start, home);
      for (const row of start) survey.add(row);
      rows = start.length;
      continue;
    }
    for (const row of batch) survey.add(row);
    rows += batch.length;
  }
  if (!survey) {
    survey = new Survey(start, home);
    for (const row of start) survey.add(row);
    rows = start.length;
  }
  const layout = survey.layout();
  if (rows <= 1) throw new FileRefused("no_rows");
  return { ...file, layout, rows: rows - 1 };
}

/** The columns that translated rows have, in the order of COLUMNS. */
function translatedColumns(layout: Layout, choices: FileChoices): readonly string[] {
  if (layout.isOurs && !choices.type && !choices.condition) {
    const names = layout.columns.map(({ role }) => role);
    const written = COLUMNS.filter(({ name }) => names.includes(name)).map(({ name }) => name);
    return layout.roles.type ? written : [...written, "type"];
  }
  const always = ["name", "brand", "price", "type"];
  const named = new Set([...always, ...Object.keys(layout.roles)]);
  if (choices.condition) named.add("condition");
  if (layout.roles.option_value || layout.roles.options || layout.roles.size)
    for (const column of [...VARIANT_COLUMNS, "color"]) named.add(column);
  for (const column of TITLE_COLUMNS) named.add(column);
  const { group, status, format, availability } = layout.roles;
  const saysSoldOut = choices.asSoldOut && (status || format || availability);
  if (group || saysSoldOut || layout.profile !== "own") named.add("quantity");
  if (layout.profile !== "own" && layout.roles.description) named.add("description");
  return COLUMNS.filter(({ name }) => named.has(name)).map(({ name }) => name);
}

/** A file on its way into rows of our own columns. `report` counts the rows so far. */
export interface Translation {
  readonly layout: Layout;
  readonly columns: readonly string[];
  readonly rows: AsyncGenerator<readonly TranslatedRow[]>;
  readonly report: () => TranslationReport;
}

export function translation(file: SurveyedFile, choices: FileChoices, now: Date): Translation {
  const layout = chosenLayout(file.layout, choices);
  const translator = new Translator(layout, choices, now);
  async function* rows() {
    for await (const batch of sourceRows(file)) yield batch.flatMap((row) => [...translator.row(row)]);
    yield [...translator.end()];
  }
  return {
    layout,
    columns: translatedColumns(layout, choices),
    rows: rows(),
    report: () => translator.report,
  };
}

/** The layout with the columns that the person chose. Of several columns of a role, the proposed order stays. */
function chosenLayout(layout: Layout, { columns }: FileChoices): Layout {
  if (!columns) return layout;
  const roles: Record<string, number[]> = {};
  for (const [role, proposed] of Object.entries(layout.roles)) {
    const kept = proposed.filter((at) => columns[at] === role);
    if (kept.length > 0) roles[role] = kept;
  }
  for (const [at, role] of columns.entries())
    if (role !== null && !roles[role]?.includes(at)) roles[role] = [...(roles[role] ?? []), at];
  const chosen = layout.columns.map((column, at) =>
    columns[at] === column.role ? column : { ...column, sure: true },
  );
  return { ...layout, roles, columns: chosen };
}

/**
 * Translates a foreign file (CSV, TSV, Google's XML) into the bytes of a file of our own columns, as `receiveUpload` reads
 * it. The report is complete when all bytes were read.
 * @param now decides whether a sale price of limited time applies
 */
export function translateFile(
  file: SurveyedFile,
  choices: FileChoices,
  now: Date,
): { chunks: AsyncGenerator<Uint8Array>; report: () => TranslationReport; layout: Layout } {
  const { layout, columns, rows, report } = translation(file, choices, now);
  async function* chunks() {
    const encoder = new TextEncoder();
    yield encoder.encode(CSV_START + csvLine(columns));
    for await (const batch of rows) {
      const lines = batch.map(({ cells }) => csvLine(columns.map((column) => cells[column] ?? "")));
      if (lines.length > 0) yield encoder.encode(lines.join(""));
    }
  }
  return { chunks: chunks(), report, layout };
}
