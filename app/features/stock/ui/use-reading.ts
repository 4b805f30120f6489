import { useEffect, useRef, useState } from "react";
import { FileRefused } from "#app/domain/csv/file-fault.ts";
import type { DatedRate } from "#app/domain/currency.ts";
import { m } from "#app/paraglide/messages.js";
import { showToast } from "#app/ui/toast.ts";
import { agreedRates, answersOf, choicesOf, hasAnswers, shapeOf } from "../answers/answers.ts";
import type { AnswersView } from "../answers/view.ts";
import { fileFaultText } from "../csv/fault-text.ts";
import { type FileChoices, hasQuestions } from "../profiles/choices.ts";
import type { Proposal } from "../reading/protocol.ts";
import type { SheetState } from "../reading/sheet-state.ts";
import { SheetWorker } from "../reading/sheet-worker.ts";
import type { SentAnswers } from "../upload/view.ts";

export type ReadingStep =
  | { step: "none"; refused?: string }
  | { step: "opening"; name: string }
  | ({ step: "proposal" } & ProposedFile)
  | { step: "reading"; name: string; part: number; rows: number }
  /** `noCondition`: how many rows have no condition, if nobody was asked about it */
  | ({ step: "table"; state: SheetState; noCondition: number } & ProposedFile);

interface ProposedFile {
  readonly name: string;
  readonly worker: SheetWorker;
  readonly proposal: Proposal;
  readonly choices: FileChoices;
  /** With which it was opened. */
  readonly startChoices: FileChoices;
  /** What was answered about another file of its shape; null if nothing was, or the person has started over. */
  readonly kept: AnswersView | null;
  readonly startsOver: boolean;
}

/** A file of which nobody has chosen anything yet. */
export const NO_CHOICES: FileChoices = {};

/**
 * @param all what the person has answered about earlier files
 * @param home the currency of the person's country, if it is known
 */
export function useReading(all: readonly AnswersView[], rates: readonly DatedRate[], home: string | null) {
  const [reading, setReading] = useState<ReadingStep>({ step: "none" });
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
      const proposal = await mine.call("open", { file, home });
      if (worker.current !== mine) return;
      const { layout, report } = proposal;
      const shape = shapeOf(layout);
      const kept = all.find((each) => each.shape === shape && hasAnswers(each.answers)) ?? null;
      const choices = kept
        ? choicesOf(kept.answers, layout, agreedRates(rates, kept.answeredAt, new Date()))
        : NO_CHOICES;
      const opened = {
        ...{ name: file.name, worker: mine, proposal },
        ...{ choices, startChoices: choices, kept, startsOver: false },
      };
      if (kept || hasQuestions(layout, report)) setReading({ step: "proposal", ...opened });
      else await readTable(opened, report.noCondition.count);
    } catch (error) {
      failed(error, mine);
    }
  }

  async function readTable(opened: ProposedFile, noCondition = 0): Promise<void> {
    const { name, worker: mine, choices } = opened;
    setReading({ step: "reading", name, part: 0, rows: 0 });
    const state = await mine.call("read", { choices });
    if (worker.current === mine) setReading({ step: "table", ...opened, state, noCondition });
  }

  function choose(choices: FileChoices): void {
    setReading((now) => (now.step === "proposal" ? { ...now, choices } : now));
  }

  /** Forgets in this page what was answered about earlier files; the server does when the file is sent. */
  function startOver(): void {
    setReading((now) =>
      now.step === "proposal"
        ? { ...now, choices: NO_CHOICES, startChoices: NO_CHOICES, kept: null, startsOver: true }
        : now,
    );
  }

  /** Goes on from the columns to the rows. */
  function goOn(): void {
    if (reading.step !== "proposal") return;
    const { step: _, ...opened } = reading;
    readTable(opened).catch((error: unknown) => failed(error, opened.worker));
  }

  /** Goes back from the rows to the columns; changes of the rows are lost. */
  function goBack(): void {
    setReading((now) => {
      if (now.step !== "table") return now;
      const { state: _, noCondition: __, ...opened } = now;
      return { ...opened, step: "proposal" };
    });
  }

  /** @param condition which condition rows without one have, as the person has just said */
  function update(state: SheetState, condition?: string): void {
    setReading((now) => {
      if (now.step !== "table") return now;
      if (condition === undefined) return { ...now, state };
      return { ...now, state, noCondition: 0, choices: { ...now.choices, condition } };
    });
  }

  /** What is kept of the answers about the file when it is sent. */
  function toKeep(): SentAnswers | null {
    if (reading.step !== "table") return null;
    const { layout } = reading.proposal;
    const shape = shapeOf(layout);
    const { choices, kept, startsOver } = reading;
    const answers = answersOf(choices, layout, kept?.answers);
    if (shape === null || (kept === null && !startsOver && !hasAnswers(answers))) return null;
    return { shape, answers, startsOver };
  }

  return {
    reading,
    open: (file: File) => void open(file),
    choose,
    startOver,
    goOn,
    goBack,
    update,
    drop,
    toKeep,
  };
}

export function showFailureToast(cause: string | null): void {
  const description = [m.business_failed_text(), cause].filter((text) => text !== null).join(" ");
  showToast({ title: m.business_failed(), description, tone: "danger" });
}
