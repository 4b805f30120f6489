import { useState } from "react";
import { Link, useHref } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { call, messageOf } from "#app/ui/call.ts";
import { showToast } from "#app/ui/toast.ts";
import { type UploadPictures, uploadPicturesPath } from "../view.ts";
import { FailedList } from "./failed-list.tsx";
import { RetryForm } from "./retry-form.tsx";

interface FailedPicturesProps {
  readonly uploadId: string;
  readonly count: number;
  readonly onRetry?: () => void;
}

export function FailedPictures({ uploadId, count, onRetry }: FailedPicturesProps) {
  const path = useHref(uploadPicturesPath(uploadId));
  const [answer, setAnswer] = useState<UploadPictures & { of: string }>();
  const [busy, setBusy] = useState(false);
  // When the number of failed pictures changes, the loaded list is stale.
  const of = `${uploadId} ${count}`;
  const shown = answer?.of === of ? answer : null;
  if (count === 0) return null;

  async function show() {
    setBusy(true);
    try {
      setAnswer({ ...(await call<UploadPictures>(path)), of });
    } catch (error) {
      showToast({ title: m.ui_error(), description: messageOf(error), tone: "danger" });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Alert title={count === 1 ? m.picture_failed_one() : m.picture_failed_many({ count })}>
      {shown && (
        <>
          <FailedList
            failed={shown.failed}
            about={({ name, path: to }) => (
              <Link to={to} className="inline-block py-1 font-semibold hover:underline">
                <bdi>{name}</bdi>
              </Link>
            )}
          />
          {shown.more > 0 && <p className="mt-2">{m.picture_more({ count: shown.more })}</p>}
        </>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        {!shown && (
          <Button size="sm" busy={busy} onClick={() => void show()}>
            {m.picture_show_failed()}
          </Button>
        )}
        <RetryForm fields={{ upload: uploadId }} onRetry={onRetry} />
      </div>
    </Alert>
  );
}
