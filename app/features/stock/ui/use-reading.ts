import { useEffect, useRef, useState } from "react";
import { FileRefused } from "#app/domain/csv/file-fault.ts";
import { m } from "#app/paraglide/messages.js";
import { showToast } from "#app/ui/toast.ts";
import { missingColumns } from "../csv/columns.ts";
import { fileFaultText } from "../csv/fault-text.ts";
import type { FileColumn } from "../reading/protocol.ts";
import type { SheetState } from "../reading/sheet-state.ts";
import { SheetWorker } from "../reading/sheet-worker.ts";

export type FileReading =
  | { step: "none"; refused?: string }
  | { step: "opening"; name: string }
  | { step: "mapping"; name: string; columns: readonly FileColumn[] }
  | { step: "reading"; name: string; part: number; rows: number }
  | { step: "table"; name: string; worker: SheetWorker; state: SheetState };

export function useReading() {
  const [reading, setReading] = useState<FileReading>({ step: "none" });
  const worker = useRef<SheetWorker | undefined>(undefined);
  useEffect(() => () => worker.current?.close(), []);

  function close(): void {
    worker.current?.close();
    worker.current = undefined;
  }

  function drop(): void {
    close();
    setReading({ step: "none" });
  }

  function failed(error: unknown, mine: SheetWorker): void {
    if (worker.current !== mine) return;
    close();
    const cause = error instanceof FileRefused ? fileFaultText(error.fault, error.row) : null;
    setReading({ step: "none", refused: cause ?? m.business_failed_text() });
    showFailureToast(cause);
  }

  async function open(file: File): Promise<void> {
    close();
    const mine = new SheetWorker((part, rows) => {
      if (worker.current === mine) setReading({ step: "reading", name: file.name, part, rows });
    });
    worker.current = mine;
    setReading({ step: "opening", name: file.name });
    try {
      const columns = await mine.call("open", { file });
      if (worker.current !== mine) return;
      const names = columns.map(({ column }) => column);
      if (columns.some(({ sure }) => !sure) || missingColumns(names).length > 0)
        setReading({ step: "mapping", name: file.name, columns });
      else await readTable(file.name, names, mine);
    } catch (error) {
      failed(error, mine);
    }
  }

  async function readTable(
    name: string,
    columns: readonly (string | null)[],
    mine: SheetWorker,
  ): Promise<void> {
    setReading({ step: "reading", name, part: 0, rows: 0 });
    const state = await mine.call("read", { columns });
    if (worker.current === mine) setReading({ step: "table", name, worker: mine, state });
  }

  function map(columns: readonly (string | null)[]): void {
    const mine = worker.current;
    if (!mine || reading.step !== "mapping") return;
    readTable(reading.name, columns, mine).catch((error: unknown) => failed(error, mine));
  }

  function update(state: SheetState): void {
    setReading((now) => (now.step === "table" ? { ...now, state } : now));
  }

  return { reading, open: (file: File) => void open(file), map, update, drop };
}

export function showFailureToast(cause: string | null): void {
  const description = [m.business_failed_text(), cause].filter((text) => text !== null).join(" ");
  showToast({ title: m.business_failed(), description, tone: "danger" });
}
