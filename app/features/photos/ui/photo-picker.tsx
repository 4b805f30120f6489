import { ImagePlus } from "lucide-react";
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { useBlocker } from "react-router";
import { MAX_PHOTOS } from "#app/domain/categories/definition.ts";
import { m } from "#app/paraglide/messages.js";
import { AlertDialog } from "#app/ui/alert-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import { FieldError, FieldHint, fieldAria } from "#app/ui/field-parts.tsx";
import { Spoken } from "#app/ui/spoken.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { useUnloadQuestion, useWindowEvent } from "#app/ui/use-window-event.ts";
import type { Photo, Shot } from "../photo.ts";
import { AT_ONCE_MEGABYTES, FILES_FIELD } from "../rules.ts";
import { PhotoGuide } from "./photo-guide.tsx";
import { PhotoOrder } from "./photo-order.tsx";
import { PhotoTile } from "./photo-tile.tsx";
import { isBusy, mainKey, shotsLeft, storedPhotos } from "./picker-state.ts";
import { SharedPhotos } from "./shared-photos.tsx";
import { useHeldForm } from "./use-held-form.ts";
import { useUploads } from "./use-uploads.ts";

type PhotoPickerProps = {
  /** The listing's photos, in order. Later changes of this prop are ignored. */
  initial: readonly Photo[];
  /** The form field, sent once for each photo, in order, with the photo's id. */
  name: string;
  /** Suggested photos, shown as tiles. */
  guide?: readonly Shot[];
  error?: string;
  optional?: boolean;
  onChange?: (photos: readonly Photo[], uploading: boolean) => void;
  /** Called when the picker prevented its form from being sent, so that the caller can show the picker. */
  onSubmitPrevented?: () => void;
};

const ACCEPTED = "image/*,.heic,.heif";

/**
 * The photos of a sell form. They are picked, taken, dropped or pasted, then uploaded immediately, and can be
 * ordered. The first is the main one. While an upload is not complete or has failed, the picker prevents its form from
 * being sent.
 */
export function PhotoPicker({
  initial,
  name,
  guide = [],
  error,
  optional = false,
  onChange,
  onSubmitPrevented,
}: PhotoPickerProps) {
  const id = useId();
  const root = useRef<HTMLFieldSetElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [dropping, setDropping] = useState(false);
  const { items, removed, news, add, remove, retry, move, restore } = useUploads(initial);
  const { hintId, errorId, aria } = fieldAria(id, { hint: true, error });
  const hydrated = useHydrated();
  const busy = isBusy(items);
  const photos = storedPhotos(items);
  const heldReason = useHeldForm(
    root,
    busy ? m.photos_wait() : photos.length < items.length ? m.photos_unsent() : "",
    onSubmitPrevented,
  );
  const ids = photos.map((photo) => photo.id).join(" ");

  const announced = useRef(`${ids} ${busy}`);
  useEffect(() => {
    if (announced.current === `${ids} ${busy}`) return;
    announced.current = `${ids} ${busy}`;
    onChange?.(photos, busy);
    // The form's validation listens for input events, and the browser fires none when a script changes a hidden field.
    root.current
      ?.querySelector(`input[name="${CSS.escape(name)}"]`)
      ?.dispatchEvent(new Event("input", { bubbles: true }));
  });

  /** The key of the suggestion whose photo is being picked. */
  const pickedFor = useRef<string | null>(null);
  /** The keys of the suggestions whose photos were added. */
  const [fromTiles, setFromTiles] = useState<readonly string[]>([]);
  const missing = items.length < MAX_PHOTOS ? shotsLeft(guide, fromTiles, items.length) : [];

  function pick(shot: string | null): void {
    pickedFor.current = shot;
    input.current?.click();
  }

  function take(files: FileList | null, shot: string | null = null): void {
    if (!files || files.length === 0) return;
    if (shot !== null) setFromTiles([...fromTiles.slice(0, items.length), shot]);
    add([...files]);
  }

  function dropped(event: DragEvent): void {
    event.preventDefault();
    setDropping(false);
    take(event.dataTransfer.files);
  }

  function draggedOver(event: DragEvent): void {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setDropping(true);
  }

  usePastedFiles(take);

  // The restored photo gets the focus, because the Undo button disappears.
  const [restored, setRestored] = useState<{ readonly key: string }>();
  useEffect(() => {
    if (restored)
      root.current?.querySelector<HTMLElement>(`[data-photo="${CSS.escape(restored.key)}"] button`)?.focus();
  }, [restored]);
  function undo(): void {
    restore();
    if (removed) setRestored({ key: removed.key });
  }

  return (
    <fieldset
      ref={root}
      aria-labelledby={`${id}-label`}
      {...aria}
      onDragOver={draggedOver}
      onDragLeave={(event) =>
        event.currentTarget.contains(event.relatedTarget as Node | null) || setDropping(false)
      }
      onDrop={dropped}
      className="grid min-w-0 gap-2"
    >
      <div className="flex items-baseline justify-between gap-4">
        <span id={`${id}-label`} className="font-semibold text-[0.9375rem]">
          {m.photos_label()}
          {optional && <span className="font-normal text-soft"> {m.ui_optional()}</span>}
        </span>
        <span className="text-sm text-soft tabular-nums">{m.photos_count({ count: items.length })}</span>
      </div>
      <SharedPhotos onAdd={(shared) => void add(shared)} />
      <FieldHint id={hintId}>
        {m.photos_hint()} <span className="pointer-coarse:hidden">{m.photos_hint_drop()}</span>
      </FieldHint>
      {photos.map((photo, index) =>
        hydrated ? (
          <input key={photo.id} type="hidden" name={name} value={photo.id} />
        ) : (
          <label key={photo.id} className="hidden items-center gap-2 noscript:flex">
            <input
              type="checkbox"
              name={name}
              value={photo.id}
              defaultChecked
              className="size-5 accent-clay"
            />
            {m.photos_keep({ position: index + 1 })}
          </label>
        ),
      )}
      <PhotoOrder
        keys={items.map((item) => item.key)}
        onMove={(key, to) => {
          const item = items.find((one) => one.key === key);
          if (item) move(item, to);
        }}
      >
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4">
          {items.map((item, index) => (
            <PhotoTile
              key={item.key}
              item={item}
              index={index}
              total={items.length}
              isMain={item.key === mainKey(items)}
              onMove={(to) => move(item, to)}
              onRemove={() => remove(item)}
              onRetry={() => retry(item)}
            />
          ))}
          {items.length < MAX_PHOTOS && (
            <li className="aspect-square noscript:hidden">
              <button
                type="button"
                onClick={() => pick(null)}
                aria-describedby={aria["aria-describedby"]}
                className={classes(
                  "flex size-full flex-col items-center justify-center gap-2 rounded-lg border-2 border-dashed p-3 font-semibold",
                  "transition-colors hover:bg-sunken",
                  error ? "border-danger" : "border-edge",
                  dropping && "border-solid bg-sunken",
                )}
              >
                <ImagePlus aria-hidden="true" className="size-7" strokeWidth={1.75} />
                {dropping ? m.photos_drop() : m.photos_add()}
              </button>
            </li>
          )}
        </ul>
      </PhotoOrder>
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPTED}
        hidden
        onChange={(event) => {
          take(event.target.files, pickedFor.current);
          // Cleared, so that picking the same file again fires a change.
          event.target.value = "";
        }}
      />
      {missing.length > 0 && <PhotoGuide shots={missing} onPick={pick} />}
      {items.length < MAX_PHOTOS && (
        <noscript>
          <label className="grid gap-1.5">
            <span className="font-semibold text-[0.9375rem]">{m.photos_add()}</span>
            <span className="text-sm text-soft">{m.photos_at_once_hint({ max: AT_ONCE_MEGABYTES })}</span>
            <input type="file" name={FILES_FIELD} multiple accept={ACCEPTED} className="max-w-full text-sm" />
          </label>
        </noscript>
      )}
      {removed && (
        <p className="flex items-center gap-3 text-sm">
          {/* Screen readers say it when it happens. */}
          <span aria-hidden="true">{m.photos_removed()}</span>
          <UndoButton key={removed.key} onClick={undo} />
        </p>
      )}
      <FieldError id={errorId} error={heldReason || error} />
      <Spoken said={news} />
      <LeaveDialog busy={busy} />
    </fieldset>
  );
}

// It gets the focus that the removed photo had, so that keyboard users stay at their position.
function UndoButton({ onClick }: { onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <Button ref={button} size="sm" variant="ghost" onClick={onClick} className="underline">
      {m.photos_undo()}
    </Button>
  );
}

/**
 * Handles files that are pasted anywhere on the page, unless text is pasted with them: that belongs to the focused
 * field.
 */
function usePastedFiles(take: (files: FileList) => void): void {
  useWindowEvent("paste", (event) => {
    const { files, types } = event.clipboardData ?? {};
    if (!files?.length || types?.includes("text/plain")) return;
    event.preventDefault();
    take(files);
  });
}

/** Asks before uploads are lost: with our dialog on navigation, with the browser's when the tab is closed. */
function LeaveDialog({ busy }: { busy: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => busy && currentLocation.pathname !== nextLocation.pathname,
  );
  useUnloadQuestion(busy);
  return (
    <AlertDialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => !open && blocker.state === "blocked" && blocker.reset()}
      title={m.photos_leave_title()}
      description={m.photos_leave_text()}
      confirmLabel={m.photos_leave()}
      cancelLabel={m.photos_stay()}
      onConfirm={() => blocker.state === "blocked" && blocker.proceed()}
    />
  );
}
