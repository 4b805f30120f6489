import { useEffect, useRef, useState } from "react";
import { href, useHref } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { AlertDialog } from "#app/ui/alert-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { RadioGroup } from "#app/ui/choice-groups.tsx";
import { countText } from "#app/ui/count-text.ts";
import type { SheetState } from "../reading/sheet-state.ts";
import type { SheetWorker } from "../reading/sheet-worker.ts";
import { type ExistingListings, type SentAnswers, sendPath } from "../upload/view.ts";
import { rowNumbers } from "./left-out.tsx";
import { ProgressBar } from "./progress-bar.tsx";
import { sendFile } from "./send-file.ts";
import { showFailureToast } from "./use-reading.ts";

type Sending =
  | { step: "ready" }
  | { step: "sending"; part: number }
  | { step: "failed"; sentence: string; canRetry: boolean };

interface SendPanelProps {
  readonly name: string;
  readonly worker: SheetWorker;
  readonly state: SheetState;
  readonly answers: SentAnswers | null;
  readonly onSent: (id: string) => void;
  readonly onColumns: () => void;
  readonly onDrop: () => void;
}

export function SendPanel({ name, worker, state, answers, onSent, onColumns, onDrop }: SendPanelProps) {
  // A file with ids of listings is an edited export.
  const [existingListings, setExistingListings] = useState<ExistingListings>(
    state.withId > 0 ? "update" : "keep",
  );
  const [sending, setSending] = useState<Sending>({ step: "ready" });
  /** The revision of the table whose unusual prices the person confirmed. */
  const [confirmed, setConfirmed] = useState<number | null>(null);
  const running = useRef<AbortController | undefined>(undefined);
  // A retry of an unchanged table has the same client id: if only the response was lost, the server recognises the
  // upload.
  const attempt = useRef<{ of: string; client: string } | undefined>(undefined);
  const base = useHref(href("/"));
  useEffect(() => () => running.current?.abort(), []);

  async function send(): Promise<void> {
    const of = `${existingListings} ${state.revision}`;
    if (attempt.current?.of !== of) attempt.current = { of, client: crypto.randomUUID() };
    const controller = new AbortController();
    running.current = controller;
    setSending({ step: "sending", part: 0 });
    const path = base.replace(/\/$/, "") + sendPath(attempt.current.client, name, existingListings, answers);
    try {
      const file = await worker.call("write", {});
      const sent = await sendFile(
        path,
        file,
        (part) => setSending({ step: "sending", part }),
        controller.signal,
      );
      if (!sent) setSending({ step: "ready" });
      else if ("id" in sent) onSent(sent.id);
      else failed(sent.sentence, sent.canRetry);
    } catch {
      failed(m.business_failed_text(), true);
    }
  }

  function failed(sentence: string, canRetry: boolean): void {
    setSending({ step: "failed", sentence, canRetry });
    showFailureToast(sentence === m.business_failed_text() ? null : sentence);
  }

  const busy = sending.step === "sending";
  const { warned } = state;
  const mustConfirm = warned.free.count > 0 && confirmed !== state.revision;
  return (
    <div className="mt-8 grid gap-5 border-court border-t pt-6">
      <RadioGroup
        legend={m.business_known()}
        hint={state.withId > 0 ? m.business_known_ids({ count: countText(state.withId) }) : undefined}
        name="known"
        chosen={existingListings}
        onChosenChange={(value) => setExistingListings(value === "update" ? "update" : "keep")}
        choices={[
          { value: "keep", label: m.business_known_keep(), disabled: busy },
          { value: "update", label: m.business_known_update(), disabled: busy },
        ]}
      />
      {warned.brand_instead.count > 0 && (
        <Alert>
          {m.business_brand_instead({
            count: countText(warned.brand_instead.count),
            rows: rowNumbers(warned.brand_instead),
          })}
        </Alert>
      )}
      {warned.color_instead.count > 0 && (
        <Alert>
          {m.business_color_instead({
            count: countText(warned.color_instead.count),
            rows: rowNumbers(warned.color_instead),
          })}
        </Alert>
      )}
      {warned.size_instead.count > 0 && (
        <Alert>
          {m.business_size_instead({
            count: countText(warned.size_instead.count),
            rows: rowNumbers(warned.size_instead),
          })}
        </Alert>
      )}
      {warned.free.count > 0 && (
        <div className="grid gap-2">
          <Alert>{m.business_free_rows({ rows: rowNumbers(warned.free) })}</Alert>
          <Checkbox
            label={m.business_confirm_prices()}
            checked={confirmed === state.revision}
            onChange={(event) => setConfirmed(event.currentTarget.checked ? state.revision : null)}
          />
        </div>
      )}
      {state.faulty > 0 && <Alert>{m.business_faulty_go_along({ faulty: countText(state.faulty) })}</Alert>}
      {sending.step === "failed" && (
        <Alert tone="danger" title={m.business_failed()}>
          {sending.sentence}
        </Alert>
      )}
      {sending.step === "sending" && (
        <ProgressBar label={m.business_sending({ name })} percent={Math.floor(sending.part * 100)} />
      )}
      <div className="flex flex-wrap gap-3">
        {busy ? (
          <Button onClick={() => running.current?.abort()}>{m.ui_cancel()}</Button>
        ) : (
          <>
            <Button
              variant="primary"
              size="lg"
              disabled={state.rows === 0 || mustConfirm}
              onClick={() => void send()}
            >
              {sending.step === "failed" && sending.canRetry
                ? m.error_try_again()
                : state.rows === 1
                  ? m.business_upload_one()
                  : m.business_upload_many({ count: countText(state.rows) })}
            </Button>
            <ToColumns edited={state.edited} onColumns={onColumns} />
            <Button variant="ghost" size="lg" onClick={onDrop}>
              {m.business_other_file()}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

/** The person confirms that changes of the rows are lost. */
function ToColumns({ edited, onColumns }: { readonly edited: boolean; readonly onColumns: () => void }) {
  const button = (
    <Button size="lg" onClick={edited ? undefined : onColumns}>
      {m.business_columns_back()}
    </Button>
  );
  if (!edited) return button;
  return (
    <AlertDialog
      trigger={button}
      title={m.business_columns_back_title()}
      description={m.business_columns_back_text()}
      confirmLabel={m.business_columns_back()}
      onConfirm={onColumns}
    />
  );
}
