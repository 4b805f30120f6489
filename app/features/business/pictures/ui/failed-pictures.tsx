import { useEffect, useState } from "react";
import { Link, useHref } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { call, sentenceOf } from "#app/ui/call.ts";
import { showToast } from "#app/ui/toast.ts";
import { type UploadPictures, uploadPicturesPath } from "../view.ts";
import { FailedList } from "./failed-list.tsx";
import { RetryForm } from "./retry-form.tsx";

interface FailedPicturesProps {
  readonly uploadId: string;
  /** The number of failed pictures (`pictures.failed` of the upload). */
  readonly count: number;
  /** Called when they are being fetched again: the upload's numbers have changed. */
  readonly onAsked?: () => void;
}

/** The failed pictures of an upload: their number, and on demand each with its reason and listing. */
export function FailedPictures({ uploadId, count, onAsked }: FailedPicturesProps) {
  const path = useHref(uploadPicturesPath(uploadId));
  const [shown, setShown] = useState<UploadPictures | null>(null);
  const [busy, setBusy] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another number of them, the list is another
  useEffect(() => setShown(null), [uploadId, count]);
  if (count === 0) return null;

  async function show() {
    setBusy(true);
    try {
      setShown(await call<UploadPictures>(path));
    } catch (error) {
      showToast({ title: m.ui_error(), description: sentenceOf(error), tone: "danger" });
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
        <RetryForm asked={{ upload: uploadId }} onAsked={onAsked} />
      </div>
    </Alert>
  );
}
