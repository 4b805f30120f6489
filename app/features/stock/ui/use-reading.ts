import { useEffect, useRef, useState } from "react";
import { m } from "#app/paraglide/messages.js";
import { showToast } from "#app/ui/toast.ts";
import { missingColumns } from "../csv/columns.ts";
import { fileFaultText } from "../csv/fault-text.ts";
import type { FileColumn } from "../reading/protocol.ts";
import { Reader, Unreadable } from "../reading/reader.ts";
import type { SheetState } from "../reading/sheet-state.ts";

export type FileReading =
  | { step: "none"; refused?: string }
  | { step: "opening"; name: string }
  | { step: "mapping"; name: string; columns: readonly FileColumn[] }
  | { step: "reading"; name: string; part: number; rows: number }
  | { step: "table"; name: string; reader: Reader; state: SheetState };

export function useReading() {
  const [reading, setReading] = useState<FileReading>({ step: "none" });
  const reader = useRef<Reader | undefined>(undefined);
  useEffect(() => () => reader.current?.close(), []);

  function close(): void {
    reader.current?.close();
    reader.current = undefined;
  }

  function drop(): void {
    close();
    setReading({ step: "none" });
  }

  function failed(error: unknown, mine: Reader): void {
    if (reader.current !== mine) return;
    close();
    const cause = error instanceof Unreadable ? fileFaultText(error.fault, error.row) : null;
    setReading({ step: "none", refused: cause ?? m.business_failed_text() });
    showFailureToast(cause);
  }

  async function open(file: File): Promise<void> {
    close();
    const mine = new Reader((part, rows) => {
      if (reader.current === mine) setReading({ step: "reading", name: file.name, part, rows });
    });
    reader.current = mine;
    setReading({ step: "opening", name: file.name });
    try {
      const columns = await mine.call("open", { file });
      if (reader.current !== mine) return;
      const names = columns.map(({ column }) => column);
      if (columns.some(({ sure }) => !sure) || missingColumns(names).length > 0)
        setReading({ step: "mapping", name: file.name, columns });
      else await readTable(file.name, names, mine);
    } catch (error) {
      failed(error, mine);
    }
  }

  async function readTable(name: string, columns: readonly (string | null)[], mine: Reader): Promise<void> {
    setReading({ step: "reading", name, part: 0, rows: 0 });
    const state = await mine.call("read", { columns });
    if (reader.current === mine) setReading({ step: "table", name, reader: mine, state });
  }

  function map(columns: readonly (string | null)[]): void {
    const mine = reader.current;
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
