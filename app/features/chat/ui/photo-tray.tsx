import { RotateCw, X } from "lucide-react";
import { uploadFaultText } from "#app/features/photos/ui/fault-text.ts";
import { ItemPicture } from "#app/features/photos/ui/item-picture.tsx";
import type { Item } from "#app/features/photos/ui/picker-state.ts";
import { m } from "#app/paraglide/messages.js";
import { classes } from "#app/ui/classes.ts";

export function PhotoTray({
  items,
  onRemove,
  onRetry,
}: {
  items: readonly Item[];
  onRemove: (item: Item) => void;
  onRetry: (item: Item) => void;
}) {
  if (items.length === 0) return null;
  const failed = items.find((item) => item.state === "failed");
  return (
    <div className="mb-2 grid gap-2">
      <ul aria-label={m.chat_photos_chosen()} className="flex gap-2 overflow-x-auto p-1">
        {items.map((item, index) => (
          <Tile
            key={item.key}
            item={item}
            position={index + 1}
            onRemove={() => onRemove(item)}
            onRetry={() => onRetry(item)}
          />
        ))}
      </ul>
      {failed?.state === "failed" && <p className="text-danger text-sm">{uploadFaultText(failed.fault)}</p>}
    </div>
  );
}

const ON_PICTURE = "absolute grid place-items-center rounded-full bg-raised/90 shadow-rest hover:bg-raised";

function Tile({
  item,
  position,
  onRemove,
  onRetry,
}: {
  item: Item;
  position: number;
  onRemove: () => void;
  onRetry: () => void;
}) {
  const isSending = item.state === "waiting" || item.state === "sending";
  const percent = item.state === "sending" ? Math.round(item.sent * 100) : 0;
  const remove = isSending ? m.photos_cancel({ position }) : m.photos_remove({ position });
  return (
    <li
      className={classes(
        "relative size-20 shrink-0 rounded-md bg-sunken",
        item.state === "failed" && "outline-2 outline-danger outline-dashed",
      )}
    >
      <ItemPicture item={item} sizes="5rem" className="rounded-md" />
      <button
        type="button"
        onClick={onRemove}
        aria-label={remove}
        title={remove}
        className={classes(ON_PICTURE, "top-0.5 right-0.5 size-7")}
      >
        <X aria-hidden="true" className="size-4" />
      </button>
      {item.state === "failed" && (
        <button
          type="button"
          onClick={onRetry}
          aria-label={`${m.photos_retry()}: ${m.photos_position({ position, total: position })}`}
          title={m.photos_retry()}
          className={classes(ON_PICTURE, "bottom-0.5 left-0.5 size-7")}
        >
          <RotateCw aria-hidden="true" className="size-4" />
        </button>
      )}
      {isSending && (
        <div
          role="progressbar"
          aria-label={m.photos_sending({ position })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          className="absolute inset-x-1 bottom-1 h-1.5 overflow-hidden rounded-full bg-raised"
        >
          <div className="h-full rounded-full bg-link transition-[width]" style={{ width: `${percent}%` }} />
        </div>
      )}
    </li>
  );
}
