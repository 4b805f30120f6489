import { useRevalidator } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { useInterval } from "#app/ui/use-timer.ts";
import type { ListingPictures } from "../view.ts";
import { FailedList } from "./failed-list.tsx";
import { RetryForm } from "./retry-form.tsx";

const POLL_MS = 4_000;

interface ListingPicturesNoteProps {
  readonly listing: { readonly type: string; readonly id: string };
  readonly pictures: ListingPictures;
}

export function ListingPicturesNote({ listing, pictures }: ListingPicturesNoteProps) {
  const { waiting, failed } = pictures;
  const { revalidate, state } = useRevalidator();
  const poll = () => {
    if (document.visibilityState === "visible" && state === "idle") void revalidate();
  };
  useInterval(poll, waiting > 0 ? POLL_MS : null);
  return (
    <div className="wrap grid gap-3 pt-4">
      {waiting > 0 && (
        <Alert title={waiting === 1 ? m.picture_waiting_one() : m.picture_waiting_many({ count: waiting })}>
          {m.picture_waiting_hint()} {m.picture_only_you()}
        </Alert>
      )}
      {failed.length > 0 && (
        <Alert
          title={
            failed.length === 1 ? m.picture_failed_one() : m.picture_failed_many({ count: failed.length })
          }
        >
          {m.picture_only_you()}
          <FailedList failed={failed} />
          <div className="mt-3">
            <RetryForm fields={{ type: listing.type, id: listing.id }} />
          </div>
        </Alert>
      )}
    </div>
  );
}
