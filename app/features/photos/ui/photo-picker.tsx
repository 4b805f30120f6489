import { ImagePlus } from "lucide-react";
import { type ClipboardEvent, type DragEvent, useEffect, useId, useRef, useState } from "react";
import { useBlocker } from "react-router";
import { MAX_PHOTOS } from "#app/domain/categories/definition.ts";
import { m } from "#app/paraglide/messages.js";
import { AlertDialog } from "#app/ui/alert-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import { FieldError, FieldHint, fieldAria } from "#app/ui/field-parts.tsx";
import type { Photo } from "../photo.ts";
import { PhotoOrder } from "./photo-order.tsx";
import { PhotoTile } from "./photo-tile.tsx";
import { isBusy, mainKey, storedPhotos } from "./picker-state.ts";
import { useUploads } from "./use-uploads.ts";

type PhotoPickerProps = {
  /** What the listing has already, in order. Later changes of it are not looked at. */
  initial: readonly Photo[];
  /** The form field: it is sent once for each photo, in order, with the photo's id. */
  name: string;
  error?: string;
  onChange?: (photos: readonly Photo[], uploading: boolean) => void;
  /** Told when it kept its form from being sent, so that it can be shown where it is not. */
  onHeld?: () => void;
};

/**
 * The photos of a sell form (M2.24): chosen, taken, dropped or pasted; uploaded at once; put in order. The
 * first is the main one. While something is not uploaded yet it keeps its form from being sent.
 */
export function PhotoPicker({ initial, name, error, onChange, onHeld }: PhotoPickerProps) {
  const id = useId();
  const root = useRef<HTMLFieldSetElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [dropping, setDropping] = useState(false);
  const { items, removed, news, add, remove, retry, move, restore } = useUploads(initial);
  const { hintId, errorId, aria } = fieldAria(id, { hint: true, error });
  const busy = isBusy(items);
  const photos = storedPhotos(items);
  const hold = useHeldForm(
    root,
    busy ? m.photos_wait() : photos.length < items.length ? m.photos_unsent() : "",
    onHeld,
  );
  const ids = photos.map((photo) => photo.id).join(" ");

  const tell = useRef(onChange);
  tell.current = onChange;
  const told = useRef(`${ids} ${busy}`);
  useEffect(() => {
    if (told.current === `${ids} ${busy}`) return;
    told.current = `${ids} ${busy}`;
    tell.current?.(photos, busy);
    // What checks the form listens for typing; a hidden field makes no such event by itself.
    root.current
      ?.querySelector(`input[name="${CSS.escape(name)}"]`)
      ?.dispatchEvent(new Event("input", { bubbles: true }));
  });

  function take(files: FileList | undefined | null): void {
    if (files && files.length > 0) add([...files]);
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
        </span>
        <span className="text-sm text-soft tabular-nums">{m.photos_count({ count: items.length })}</span>
      </div>
      <FieldHint id={hintId}>{m.photos_hint()}</FieldHint>
      {photos.map((photo) => (
        <input key={photo.id} type="hidden" name={name} value={photo.id} />
      ))}
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
            <li className="aspect-square">
              <button
                type="button"
                onClick={() => input.current?.click()}
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
        accept="image/*,.heic,.heif"
        hidden
        onChange={(event) => {
          take(event.target.files);
          // The same file again is another pick.
          event.target.value = "";
        }}
      />
      <noscript>{m.photos_noscript()}</noscript>
      {removed && (
        <p className="flex items-center gap-3 text-sm">
          {m.photos_removed()}
          <UndoButton key={removed.key} onClick={restore} />
        </p>
      )}
      <FieldError id={errorId} error={hold.told || error} />
      <p aria-live="polite" className="sr-only">
        {news}
      </p>
      <LeaveDialog busy={busy} />
    </fieldset>
  );
}

// Takes the focus from what is gone, so that the keyboard stays where it was.
function UndoButton({ onClick }: { onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <Button ref={button} size="sm" variant="ghost" onClick={onClick} className="underline">
      {m.photos_undo()}
    </Button>
  );
}

/** Keeps the form around `root` from being sent while there is a reason; `told` is the reason once somebody tried. */
function useHeldForm(
  root: { readonly current: HTMLElement | null },
  reason: string,
  onHeld: (() => void) | undefined,
): { told: string } {
  const [tried, setTried] = useState(false);
  const held = useRef(onHeld);
  held.current = onHeld;
  useEffect(() => {
    const form = root.current?.closest("form");
    if (!form || !reason) return setTried(false);
    function hold(event: SubmitEvent): void {
      // One field that is checked as it is left is not the form being sent.
      if (event.submitter?.getAttribute("name") === "__intent__") return;
      event.preventDefault();
      event.stopPropagation();
      setTried(true);
      held.current?.();
      root.current?.scrollIntoView({ block: "nearest" });
    }
    form.addEventListener("submit", hold);
    return () => form.removeEventListener("submit", hold);
  }, [root, reason]);
  return { told: tried ? reason : "" };
}

/** Files that are pasted anywhere on the page, unless there is text with them: that belongs to the field. */
function usePastedFiles(take: (files: FileList) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    function pasted(event: globalThis.ClipboardEvent | ClipboardEvent): void {
      const { files, types } = event.clipboardData ?? {};
      if (!files?.length || types?.includes("text/plain")) return;
      event.preventDefault();
      latest.current(files);
    }
    document.addEventListener("paste", pasted);
    return () => document.removeEventListener("paste", pasted);
  }, []);
}

/** Asks before uploads are lost: by a dialog of ours inside the shop, by the browser's when the tab is closed. */
function LeaveDialog({ busy }: { busy: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => busy && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [busy]);
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
