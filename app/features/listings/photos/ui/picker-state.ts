import { MAX_PHOTOS } from "#app/domain/categories/definition.ts";
import type { Photo } from "../photo.ts";
import { MAX_BYTES, type PhotoFault } from "../rules.ts";

/** A photo in the picker, or one on its way. `key` is the picker's own; `preview` is an object URL. */
export type Item = { key: string; file?: File; preview?: string } & (
  | { state: "waiting" }
  | { state: "sending"; sent: number }
  | { state: "failed"; fault: UploadFault }
  | { state: "stored"; photo: Photo; isNew: boolean }
);

/** `offline`: no answer came. */
export type UploadFault = PhotoFault | "offline";

/** `removed` can be put back until the next change of the list. */
export type PickerState = { items: readonly Item[]; removed?: { item: Item; at: number } };

export type PickerAction =
  | { do: "add"; items: readonly Item[] }
  | { do: "update"; key: string; to: (item: Item) => Item }
  | { do: "remove"; key: string }
  | { do: "drop"; key: string }
  | { do: "restore" }
  | { do: "clear" }
  | { do: "move"; key: string; to: number };

export function startState(photos: readonly Photo[]): PickerState {
  return { items: photos.map((photo) => ({ key: photo.id, state: "stored", photo, isNew: false })) };
}

/** The main photo is always the first (marketplace §2 "Selling forms"): making one main is moving it there. */
export function reduce(state: PickerState, action: PickerAction): PickerState {
  const { items } = state;
  switch (action.do) {
    case "add":
      return { items: [...items, ...action.items] };
    case "update":
      return { ...state, items: items.map((item) => (item.key === action.key ? action.to(item) : item)) };
    case "remove": {
      const at = items.findIndex((item) => item.key === action.key);
      const item = items[at];
      return item ? { items: items.toSpliced(at, 1), removed: { item, at } } : state;
    }
    case "clear":
      return { items: [] };
    // Gone without a way back.
    case "drop":
      return { ...state, items: items.filter((item) => item.key !== action.key) };
    case "restore":
      return state.removed
        ? { items: items.toSpliced(state.removed.at, 0, again(state.removed.item)) }
        : state;
    case "move": {
      const at = items.findIndex((item) => item.key === action.key);
      const item = items[at];
      if (!item || action.to < 0 || action.to >= items.length) return state;
      return { items: items.toSpliced(at, 1).toSpliced(action.to, 0, item) };
    }
  }
}

// An upload was broken off when its photo was removed.
function again(item: Item): Item {
  const { key, file, preview } = item;
  return item.state === "sending" ? { key, file, preview, state: "waiting" } : item;
}

/** Whether leaving, or saving, now would lose an upload. */
export function isBusy(items: readonly Item[]): boolean {
  return items.some((item) => item.state === "waiting" || item.state === "sending");
}

/** The stored ones, in order: what the listing gets. */
export function storedPhotos(items: readonly Item[]): Photo[] {
  return items.flatMap((item) => (item.state === "stored" ? item.photo : []));
}

/** Whether this photo shows the same file as one that is there already, under whatever name. */
export function isTwice(photo: Photo, items: readonly Item[]): boolean {
  return storedPhotos(items).some((other) => other.key === photo.key);
}

/** Whether the same file can do better another time. */
export function canRetry(fault: UploadFault): boolean {
  return ["offline", "busy", "failed", "limit", "signed_out"].includes(fault);
}

/** A picked file that is not taken. */
export type FileRefusal = { why: "type" | "too_heavy" | "twice"; name: string };

export type Refusal = { why: "at_once" | "in_total" } | FileRefusal;

type Pick = { name: string; type: string; size: number; lastModified: number };

const TYPES = /^image\/(jpeg|pjpeg|png|webp|avif|hei[cf])$/;
const ENDINGS = /\.(jpe?g|png|webp|avif|hei[cf])$/i;

/**
 * Which of the picked files are taken (marketplace §4 "Photos"). Too many refuses all of them, so that nobody has to
 * find out which ones are missing; any other fault refuses just that file.
 */
export function admit<F extends Pick>(
  picked: readonly F[],
  items: readonly Item[],
  most = MAX_PHOTOS,
): { taken: F[]; refused: Refusal[] } {
  if (picked.length > most) return { taken: [], refused: [{ why: "at_once" }] };
  const taken: F[] = [];
  const refused: Refusal[] = [];
  for (const file of picked) {
    const why = faultOfFile(file, [...taken, ...items.flatMap((item) => item.file ?? [])]);
    if (why) refused.push({ why, name: file.name });
    else taken.push(file);
  }
  if (items.length + taken.length > most) return { taken: [], refused: [{ why: "in_total" }] };
  return { taken, refused };
}

function faultOfFile(file: Pick, known: readonly Pick[]): "type" | "too_heavy" | "twice" | null {
  // Systems that do not know HEIC name no type for it; then its name decides, and in the end the server.
  if (!TYPES.test(file.type) && !(file.type === "" && ENDINGS.test(file.name))) return "type";
  if (file.size > MAX_BYTES) return "too_heavy";
  return known.some((other) => isSame(file, other)) ? "twice" : null;
}

function isSame(one: Pick, other: Pick): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}
