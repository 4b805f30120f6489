// Reads a stock file outside of the page's thread, so that the page stays smooth with 50,000 rows.
import "#app/ui/browser-gaps.ts";
import { FileRefused, MAX_FILE_BYTES } from "#app/domain/csv/file-fault.ts";
import { readCsv } from "#app/domain/csv/read.ts";
import { type Encoding, encodingOf } from "#app/domain/csv/sniff.ts";
import { CSV_START, CSV_TYPE, csvLine } from "#app/domain/csv/write.ts";
import { checkRow, uniqueValuesOf } from "../csv/check.ts";
import { knownColumns, matchColumns } from "../csv/columns.ts";
import type {
  FileColumn,
  RequestMessage,
  ResponseMessage,
  WorkerMethod,
  WorkerProtocol,
} from "./protocol.ts";
import { type Check, Sheet } from "./sheet.ts";

const PIECE = 1024 * 1024;
const SAMPLE_CHARACTERS = 60;
const NONE = [] as const;

let opened: { file: File; encoding: Encoding } | undefined;
let sheet: Sheet | undefined;

function respond(message: ResponseMessage): void {
  self.postMessage(message);
}

/** `read` receives how much of the file has been read, 0 to 1. */
async function* piecesOf(file: File, read?: (part: number) => void): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += PIECE) {
    yield new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer());
    read?.(Math.min(1, (at + PIECE) / file.size));
  }
}

function table(): Sheet {
  if (!sheet) throw new Error("No file was read.");
  return sheet;
}

async function open({ file }: { file: File }): Promise<readonly FileColumn[]> {
  if (file.size > MAX_FILE_BYTES) throw new FileRefused("too_large");
  const encoding = await encodingOf(piecesOf(file));
  opened = { file, encoding };
  let heading: readonly string[] | undefined;
  let rows: (readonly string[])[] = [];
  for await (const batch of readCsv(piecesOf(file), { encoding, recognized: knownColumns })) {
    const cells = batch.map((row) => row.cells);
    heading ??= cells.shift();
    rows = [...rows, ...cells];
    if (rows.length > 0) break;
  }
  const matches = matchColumns(heading ?? []);
  return (heading ?? []).map((name, at) => ({
    heading: name.slice(0, SAMPLE_CHARACTERS),
    sample: (rows.find((cells) => cells[at])?.[at] ?? "").slice(0, SAMPLE_CHARACTERS),
    column: matches[at]?.column ?? null,
    sure: matches[at]?.sure ?? true,
  }));
}

async function readTable({ columns }: WorkerProtocol["read"]["params"]) {
  if (!opened) throw new Error("No file was opened.");
  const { file, encoding } = opened;
  const assigned = columns.flatMap((column, at) => (column === null ? [] : { column, at }));
  const newSheet = new Sheet(
    assigned.map(({ column }) => column),
    checked,
  );
  let part = 0;
  let rows = -1;
  const pieces = piecesOf(file, (now) => {
    part = now;
  });
  for await (const batch of readCsv(pieces, { encoding, recognized: knownColumns })) {
    for (const { number, cells } of batch) {
      if (rows >= 0)
        newSheet.add(
          number,
          assigned.map(({ at }) => cells[at] ?? ""),
        );
      rows += 1;
    }
    respond({ part, rows });
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
