// Reads a stock file outside of the page's thread, so that the page stays smooth with 50,000 rows.
import "#app/ui/browser-gaps.ts";
import { FileRefused, MAX_FILE_BYTES } from "#app/domain/csv/file-fault.ts";
import { CSV_START, CSV_TYPE, csvLine } from "#app/domain/csv/write.ts";
import { checkRow, uniqueValuesOf } from "../csv/check.ts";
import type { FileChoices, TranslationReport } from "../profiles/choices.ts";
import { type SurveyedFile, surveyFile, type Translation, translation } from "../profiles/translate-file.ts";
import type { Proposal, RequestMessage, ResponseMessage, WorkerMethod, WorkerProtocol } from "./protocol.ts";
import { type Check, Sheet } from "./sheet.ts";

const PIECE = 1024 * 1024;
const NONE = [] as const;

let opened: SurveyedFile | undefined;
let sheet: Sheet | undefined;
let readPart = 0;

function respond(message: ResponseMessage): void {
  self.postMessage(message);
}

async function* piecesOf(file: File): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += PIECE) {
    yield new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer());
    readPart = Math.min(1, (at + PIECE) / file.size);
  }
}

function table(): Sheet {
  if (!sheet) throw new Error("No file was read.");
  return sheet;
}

async function open({ file, home }: WorkerProtocol["open"]["params"]): Promise<Proposal> {
  if (file.size > MAX_FILE_BYTES) throw new FileRefused("too_large");
  opened = await surveyFile(() => piecesOf(file), home);
  return { layout: opened.layout, report: await preview({ choices: {} }) };
}

/** A person confirms free articles in the table. */
function translated(choices: FileChoices): Translation {
  if (!opened) throw new Error("No file was opened.");
  return translation(opened, { ...choices, withFree: true }, new Date());
}

async function preview({ choices }: WorkerProtocol["preview"]["params"]): Promise<TranslationReport> {
  const { rows, report } = translated(choices);
  for await (const _ of rows);
  return report();
}

async function readTable({ choices }: WorkerProtocol["read"]["params"]) {
  const { columns, rows } = translated(choices);
  const newSheet = new Sheet(columns, checked);
  let count = 0;
  for await (const batch of rows) {
    for (const { number, cells } of batch)
      newSheet.add(
        number,
        columns.map((column) => cells[column] ?? ""),
      );
    count += batch.length;
    respond({ part: readPart, rows: count });
  }
  sheet = newSheet;
  return newSheet.state;
}

const checked: Check = (cells) => {
  const row = checkRow(cells);
  return "faults" in row
    ? { faults: row.faults, warnings: NONE, uniqueValues: NONE }
    : { faults: NONE, warnings: row.warnings, uniqueValues: uniqueValuesOf(row.item) };
};

/** A single string for the whole file could exceed the maximum length of strings. */
function writtenFile(): Blob {
  const pieces: string[] = [CSV_START];
  for (const record of table().records()) pieces.push(csvLine(record));
  return new Blob(pieces, { type: CSV_TYPE });
}

const HANDLERS: { [Method in WorkerMethod]: (params: WorkerProtocol[Method]["params"]) => unknown } = {
  open,
  preview,
  read: readTable,
  rows: ({ from, to }) => ({ version: table().state.version, rows: table().rows(from, to) }),
  cell: ({ id, column }) => table().cell(id, column),
  edit: ({ id, column, value }) => {
    const row = table().edit(id, column, value);
    return { state: table().state, row };
  },
  countSameFault: ({ id, column }) => table().countSameFault(id, column),
  fill: ({ fills }) => {
    const filled = table().fill(fills);
    return { state: table().state, filled };
  },
  remove: ({ id }) => {
    table().remove(id);
    return table().state;
  },
  undo: () => {
    const spot = table().undo();
    return { state: table().state, spot };
  },
  filter: ({ onlyFaulty }) => {
    table().filter(onlyFaulty);
    return table().state;
  },
  next: ({ after }) => {
    const spot = table().next(after);
    const [row] = spot ? table().rows(spot.at, spot.at + 1) : [];
    return spot && row ? { spot, row } : null;
  },
  write: writtenFile,
};

self.onmessage = async ({ data }: MessageEvent<RequestMessage>) => {
  const handle = HANDLERS[data.method] as (params: RequestMessage) => unknown;
  try {
    respond({ callId: data.callId, result: await handle(data) });
  } catch (error) {
    if (error instanceof FileRefused) respond({ callId: data.callId, fault: error.fault, row: error.row });
    else respond({ callId: data.callId, failed: String(error) });
  }
};
