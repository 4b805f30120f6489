import { Download } from "lucide-react";
import { useState } from "react";
import { href, useHref, useNavigate } from "react-router";
import { storedText } from "#app/domain/stored-name.ts";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { call, messageOf } from "#app/ui/call.ts";
import { countText } from "#app/ui/count-text.ts";
import { Panel } from "#app/ui/panel.tsx";
import { showToast } from "#app/ui/toast.ts";
import type { LivePage } from "#app/ui/use-live-events.ts";
import { FailedPictures } from "../pictures/ui/failed-pictures.tsx";
import { isRunning } from "../upload/rules.ts";
import {
  BULK_PATH,
  failedRowsPath,
  type ShownPrices,
  type UploadIntent,
  type UploadView,
  uploadPath,
} from "../upload/view.ts";
import { AskedIntent, IntentForm } from "./asked-intent.tsx";
import { FarPrices } from "./far-prices.tsx";
import { ProgressBar } from "./progress-bar.tsx";
import { TakeBack } from "./take-back.tsx";
import { completeText, useUpload } from "./use-upload.ts";

/** Screen readers announce the progress in steps of so many percent. */
const STATUS_STEP = 25;

const TITLES: Readonly<Record<UploadView["state"], () => string>> = {
  receiving: () => m.business_state_waiting(),
  waiting: () => m.business_state_waiting(),
  working: () => m.business_state_working(),
  done: () => m.business_complete(),
  stopped: () => m.business_state_stopped(),
  refused: () => m.business_failed(),
};

interface UploadStatusProps {
  readonly upload: UploadView;
  readonly page: LivePage;
  readonly sentHere: boolean;
}

export function UploadStatus({ upload, page, sentHere }: UploadStatusProps) {
  const { view, fault, reload } = useUpload(upload, page, sentHere);
  const { pendingIntent, send } = useIntents(view.id, reload);
  const running = isRunning(view.state);
  return (
    <Panel aria-labelledby="business-upload" className="mb-8">
      <h2 id="business-upload" className="text-heading">
        {storedText(TITLES, view.state)}
      </h2>
      <p className="mb-5 text-soft">{view.fileName}</p>
      {running && <ProgressBar label={m.business_progress()} percent={view.percent} />}
      <p role="status" className="sr-only">
        {running
          ? m.business_percent({ percent: Math.floor(view.percent / STATUS_STEP) * STATUS_STEP })
          : storedText(TITLES, view.state)}
      </p>
      {fault && (
        <Alert
          className="mt-4"
          action={
            <Button size="sm" onClick={reload}>
              {m.error_try_again()}
            </Button>
          }
        >
          {fault}
        </Alert>
      )}
      {view.fault && (
        <Alert tone="danger" className="mt-4">
          {view.fault}
        </Alert>
      )}
      {view.state === "done" && <p>{completeText(view)}</p>}
      {view.state === "stopped" && view.read !== view.rows && <p>{m.business_stopped_text()}</p>}
      <Counts view={view} />
      <FarPrices
        upload={view}
        busy={pendingIntent === "prices"}
        onConfirm={() => send("prices", { count: view.far, last: view.lastFar })}
      />
      <FirstFailed view={view} />
      <Linked view={view} />
      {!running && view.pictures.failed > 0 && (
        <div className="mt-5">
          <FailedPictures uploadId={view.id} count={view.pictures.failed} onRetry={reload} />
        </div>
      )}
      <div className="mt-6 flex flex-wrap gap-3 empty:hidden">
        {view.failed > 0 && (
          <LinkButton
            to={failedRowsPath(view.id)}
            reloadDocument
            download
            icon={<Download aria-hidden="true" className="size-4" />}
          >
            {m.business_failed_rows()}
          </LinkButton>
        )}
        {!running && canUpdate(view) && (
          <IntentForm id={view.id} intent="update" onSend={() => send("update")}>
            <Button type="submit" busy={pendingIntent === "update"}>
              {m.business_update_existing()}
            </Button>
          </IntentForm>
        )}
        {running && (
          <IntentForm id={view.id} intent="stop" onSend={() => send("stop")}>
            <Button type="submit" busy={pendingIntent === "stop"}>
              {m.business_stop()}
            </Button>
          </IntentForm>
        )}
        {!running && view.undo?.state !== "working" && (
          <AskedIntent
            id={view.id}
            intent="forget"
            variant="ghost"
            label={m.business_forget()}
            title={m.business_forget_title()}
            text={m.business_forget_text()}
            busy={pendingIntent === "forget"}
            onSend={() => send("forget")}
          />
        )}
        {view.state === "done" && (
          <LinkButton to={href("/my-listings")}>{m.business_see_listings()}</LinkButton>
        )}
      </div>
      {running && <p className="mt-4 text-soft text-sm">{m.business_may_leave()}</p>}
      {view.undo && (
        <TakeBack
          upload={view}
          undo={view.undo}
          busy={pendingIntent === "undo"}
          onUndo={() => send("undo")}
        />
      )}
    </Panel>
  );
}

function canUpdate({ hasFile, unchanged, known, undo }: UploadView): boolean {
  return hasFile && unchanged > 0 && known === "keep" && (undo === null || undo.state === "possible");
}

function useIntents(id: string, reload: () => void) {
  const path = useHref(uploadPath(id));
  const navigate = useNavigate();
  const [pendingIntent, setPendingIntent] = useState<UploadIntent | null>(null);

  async function request(intent: UploadIntent, shown?: ShownPrices): Promise<void> {
    setPendingIntent(intent);
    const form = new FormData();
    form.set("intent", intent);
    for (const [name, value] of Object.entries(shown ?? {})) form.set(name, String(value));
    try {
      await call(path, form);
      if (intent === "forget") await navigate(BULK_PATH, { replace: true });
      else reload();
    } catch (thrown) {
      showToast({ title: m.ui_error(), description: messageOf(thrown), tone: "danger" });
    }
    setPendingIntent(null);
  }

  return { pendingIntent, send: (intent: UploadIntent, shown?: ShownPrices) => void request(intent, shown) };
}

function Counts({ view }: { view: UploadView }) {
  const { created, updated, unchanged, soldHere, pictures } = view;
  const main = [
    [m.business_total(), view.rows ?? 0],
    [m.business_succeeded(), view.succeeded],
    [m.business_failed_count(), view.failed],
  ] as const;
  const more = [
    created > 0 && m.business_created({ count: countText(created) }),
    updated > 0 && m.business_updated({ count: countText(updated) }),
    unchanged > 0 && m.business_unchanged({ count: countText(unchanged) }),
    soldHere > 0 && m.business_sold_here({ count: countText(soldHere) }),
    pictures.waiting > 0 && m.business_pictures_waiting({ count: countText(pictures.waiting) }),
    pictures.done > 0 && m.business_pictures_done({ count: countText(pictures.done) }),
    pictures.failed > 0 && m.business_pictures_failed({ count: countText(pictures.failed) }),
  ].filter((text) => text !== false);
  return (
    <>
      <dl className="mt-5 grid gap-2 sm:grid-cols-3 sm:gap-3">
        {main.map(([label, count]) => (
          <div
            key={label}
            className="flex items-baseline justify-between gap-4 rounded-md bg-sunken px-4 py-2 sm:block sm:py-3"
          >
            <dt className="text-sm text-soft">{label}</dt>
            <dd className="font-display font-semibold text-heading tabular-nums">{countText(count)}</dd>
          </div>
        ))}
      </dl>
      {more.length > 0 && <p className="mt-3 text-[0.9375rem] text-soft">{more.join(" · ")}</p>}
    </>
  );
}

/** The rows that were linked to a model. */
function Linked({ view: { linked, firstLinked } }: { view: UploadView }) {
  if (firstLinked.length === 0) return null;
  return (
    <details className="mt-5">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
        {m.business_linked({ count: countText(linked) })}
      </summary>
      <ul className="divide-y divide-line">
        {firstLinked.map(({ number, name, model }) => (
          <li key={number} className="py-2 text-[0.9375rem]">
            {m.business_row_named({ number, name })}
            <span className="block text-soft">{model}</span>
          </li>
        ))}
      </ul>
      {linked > firstLinked.length && (
        <p className="mt-1 text-soft text-sm">
          {m.business_more_linked({ count: countText(linked - firstLinked.length) })}
        </p>
      )}
    </details>
  );
}

function FirstFailed({ view }: { view: UploadView }) {
  const { first, far } = view;
  const failed = view.failed - far;
  if (first.length === 0) return null;
  return (
    <div className="mt-5">
      <h3 className="font-semibold">{m.business_first_failed()}</h3>
      <ul className="mt-1 divide-y divide-line">
        {first.map((row) => (
          <li key={row.number} className="py-2 text-[0.9375rem]">
            <span className="font-semibold">
              {row.name
                ? m.business_row_named({ number: row.number, name: row.name })
                : m.business_row_number({ number: row.number })}
            </span>
            {[...new Set(row.faults)].map((fault) => (
              <span key={fault} className="block text-danger">
                {fault}
              </span>
            ))}
          </li>
        ))}
      </ul>
      {failed > first.length && (
        <p className="mt-1 text-soft text-sm">
          {m.business_more_failed({ count: countText(failed - first.length) })}
        </p>
      )}
    </div>
  );
}
