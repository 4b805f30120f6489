import { useEffect, useRef, useState } from "react";
import { href, useHref } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { RadioGroup } from "#app/ui/choice-groups.tsx";
import { countText } from "#app/ui/count-text.ts";
import type { SheetState } from "../reading/sheet-state.ts";
import type { SheetWorker } from "../reading/sheet-worker.ts";
import { type ExistingListings, sendPath } from "../upload/view.ts";
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
  readonly onSent: (id: string) => void;
  readonly onDrop: () => void;
}

export function SendPanel({ name, worker, state, onSent, onDrop }: SendPanelProps) {
  // A file with ids of listings is an edited export.
  const [existingListings, setExistingListings] = useState<ExistingListings>(
    state.withId > 0 ? "update" : "keep",
  );
  const [sending, setSending] = useState<Sending>({ step: "ready" });
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
    const path = base.replace(/\/$/, "") + sendPath(attempt.current.client, name, existingListings);
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
      {state.warned > 0 && <Alert>{m.business_color_instead({ count: countText(state.warned) })}</Alert>}
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
            <Button variant="primary" size="lg" disabled={state.rows === 0} onClick={() => void send()}>
              {sending.step === "failed" && sending.canRetry
                ? m.error_try_again()
                : state.rows === 1
                  ? m.business_upload_one()
                  : m.business_upload_many({ count: countText(state.rows) })}
            </Button>
            <Button variant="ghost" size="lg" onClick={onDrop}>
              {m.business_other_file()}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
