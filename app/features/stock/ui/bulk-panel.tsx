import { useState } from "react";
import { href, useNavigate, useRevalidator } from "react-router";
import { isSingular } from "#app/domain/format.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { Button } from "#app/ui/button.tsx";
import { countText } from "#app/ui/count-text.ts";
import { Panel } from "#app/ui/panel.tsx";
import { useCoalescedTask } from "#app/ui/use-coalesced-task.ts";
import { type LivePage, useEphemeralEvents } from "#app/ui/use-live-events.ts";
import type { UploadView } from "../upload/view.ts";
import { ChooseFile } from "./choose-file.tsx";
import { EarlierUploads } from "./earlier-uploads.tsx";
import { MappingStep } from "./mapping-step.tsx";
import { ProgressBar } from "./progress-bar.tsx";
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
}

export function BulkPanel({ page, upload, uploads, refused }: BulkPanelProps) {
  const { reading, open, map, update, drop } = useReading();
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
    void navigate(`${href("/sell/business")}?tab=upload&upload=${id}`);
  }

  return (
    <>
      <UnsavedChangesDialog unsent={reading.step === "table"} />
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
      {reading.step === "mapping" && (
        <MappingStep
          key={reading.name}
          name={reading.name}
          columns={reading.columns}
          onDone={map}
          onCancel={drop}
        />
      )}
      {reading.step === "table" && (
        <section aria-labelledby="business-table">
          <h2 id="business-table" className="mb-3 text-heading">
            {reading.name}
          </h2>
          <RowsTable name={reading.name} worker={reading.worker} state={reading.state} onState={update} />
          <SendPanel
            name={reading.name}
            worker={reading.worker}
            state={reading.state}
            onSent={sent}
            onDrop={drop}
          />
        </section>
      )}
      <EarlierUploads uploads={uploads.filter(({ id }) => id !== upload?.id || reading.step !== "none")} />
    </>
  );
}
