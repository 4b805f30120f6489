import { useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import type { DatedRate } from "#app/domain/currency.ts";
import { isSingular } from "#app/domain/format.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { Button } from "#app/ui/button.tsx";
import { countText } from "#app/ui/count-text.ts";
import { Panel } from "#app/ui/panel.tsx";
import { useCoalescedTask } from "#app/ui/use-coalesced-task.ts";
import { type LivePage, useEphemeralEvents } from "#app/ui/use-live-events.ts";
import { AnswersList } from "../answers/ui/answers-list.tsx";
import type { AnswersView } from "../answers/view.ts";
import type { SheetWorker } from "../reading/sheet-worker.ts";
import { type UploadView, uploadPagePath } from "../upload/view.ts";
import { ChooseFile } from "./choose-file.tsx";
import { EarlierUploads } from "./earlier-uploads.tsx";
import type { StockLabels } from "./file-columns.tsx";
import { ProgressBar } from "./progress-bar.tsx";
import { ConditionQuestion, ProposalStep, StepHeading } from "./proposal-step.tsx";
import { RowsTable } from "./rows-table.tsx";
import { SendPanel } from "./send-panel.tsx";
import { UnsavedChangesDialog } from "./unsaved-changes-dialog.tsx";
import { UploadStatus } from "./upload-status.tsx";
import { useReading } from "./use-reading.ts";

function rowsReadText(count: number): string {
  const text = isSingular(count, getLocale()) ? m.business_rows_read_one : m.business_rows_read;
  return text({ count: countText(count) });
}

interface BulkPanelProps {
  readonly page: LivePage;
  /** The upload whose details are shown. */
  readonly upload: UploadView | null;
  readonly uploads: readonly UploadView[];
  /** The reason for refusing a form without JavaScript. */
  readonly refused: string | undefined;
  readonly rates: readonly DatedRate[];
  readonly labels: StockLabels;
  /** What the person was asked and has answered about earlier files. */
  readonly answers: readonly AnswersView[];
  /** The currency of the person's country, if it is known. */
  readonly home: string | null;
}

export function BulkPanel({ page, upload, uploads, refused, rates, labels, answers, home }: BulkPanelProps) {
  const reader = useReading(answers, rates, home);
  const { reading, open, choose, startOver, goOn, goBack, update, drop } = reader;
  const [sentId, setSentId] = useState<string>();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const revalidateSoon = useCoalescedTask(revalidate);
  useEphemeralEvents(page, ({ kind, subject }) => {
    // An upload that is not listed yet was sent from another tab or device.
    if (kind !== "upload.progress" || upload?.id === subject.uploadId) return;
    if (!uploads.some(({ id }) => id === subject.uploadId)) revalidateSoon();
  });

  function sent(id: string): void {
    drop();
    setSentId(id);
    void navigate(uploadPagePath(id));
  }

  async function fillCondition(worker: SheetWorker, value: string): Promise<void> {
    const { state } = await worker.call("fill", {
      fills: [{ column: "condition", value, sameFaultAs: null }],
    });
    update(state, value);
  }

  return (
    <>
      <UnsavedChangesDialog
        unsent={
          reading.step === "table" ||
          (reading.step === "proposal" && reading.choices !== reading.startChoices)
        }
      />
      {upload && reading.step === "none" && (
        <UploadStatus key={upload.id} upload={upload} page={page} sentHere={upload.id === sentId} />
      )}
      {reading.step === "none" && <ChooseFile refused={reading.refused ?? refused} onFile={open} />}
      {(reading.step === "opening" || reading.step === "reading") && (
        <Panel aria-label={reading.name}>
          <ProgressBar
            label={m.business_reading({ name: reading.name })}
            percent={reading.step === "reading" ? Math.floor(reading.part * 100) : 0}
          />
          <p className="my-4 text-soft">
            {rowsReadText(reading.step === "reading" ? Math.max(0, reading.rows) : 0)}
          </p>
          <Button onClick={drop}>{m.ui_cancel()}</Button>
        </Panel>
      )}
      {reading.step === "proposal" && (
        <ProposalStep
          key={reading.kept?.id ?? ""}
          kept={reading.kept}
          onStartOver={startOver}
          name={reading.name}
          proposal={reading.proposal}
          preview={(choices) => reading.worker.call("preview", { choices })}
          choices={reading.choices}
          rates={rates}
          labels={labels}
          onChoices={choose}
          onDone={goOn}
          onCancel={drop}
        />
      )}
      {reading.step === "table" && (
        <section aria-labelledby="business-table">
          <StepHeading id="business-table" className="mb-3">
            {reading.name}
          </StepHeading>
          {reading.noCondition > 0 && (
            <div className="mb-4">
              <ConditionQuestion
                count={reading.noCondition}
                condition=""
                options={labels.conditions}
                onCondition={(value) => void fillCondition(reading.worker, value)}
              />
            </div>
          )}
          <RowsTable
            name={reading.name}
            worker={reading.worker}
            state={reading.state}
            onState={(state) => update(state)}
          />
          <SendPanel
            name={reading.name}
            worker={reading.worker}
            state={reading.state}
            answers={reader.toKeep()}
            onSent={sent}
            onColumns={goBack}
            onDrop={drop}
          />
        </section>
      )}
      {reading.step === "none" && <AnswersList all={answers} />}
      <EarlierUploads uploads={uploads.filter(({ id }) => id !== upload?.id || reading.step !== "none")} />
    </>
  );
}
