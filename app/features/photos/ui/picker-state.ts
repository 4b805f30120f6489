import { MAX_PHOTOS } from "#app/domain/categories/definition.ts";
import type { Photo } from "../photo.ts";
import { MAX_BYTES, type PhotoFault } from "../rules.ts";
import { sniff } from "../sniff.ts";

/** A photo in the picker, uploaded or not. `key` identifies it in the picker only. `preview` is an object URL. */
export type Item = { key: string; file?: File; preview?: string } & (
  | { state: "waiting" }
  | { state: "sending"; sent: number }
  | { state: "failed"; fault: TemporaryFault }
  | { state: "stored"; photo: Photo; isNew: boolean }
);

/**
 * Why an upload failed: the fault of its file, or a reason of `Refused`. `offline`: the server did not answer.
 * `too_large`: a proxy in front of it refused the size.
 */
export type UploadFault =
  | PhotoFault
  | "busy"
  | "error_stalled"
  | "too_often"
  | "signed_out"
  | "failed"
  | "offline"
  | "too_large";

/** The photos of a picker. `removed` can be restored until the user changes the list again. */
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

/** Making a photo the main one moves it to the front, because `mainKey` is the first that is uploaded. */
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
    // Removed without undo.
    case "drop":
      return { ...state, items: items.filter((item) => item.key !== action.key) };
    case "restore":
      return state.removed
        ? { items: items.toSpliced(state.removed.at, 0, retried(state.removed.item)) }
        : state;
    case "move": {
      const at = items.findIndex((item) => item.key === action.key);
      const item = items[at];
      if (!item || action.to < 0 || action.to >= items.length) return state;
      return { items: items.toSpliced(at, 1).toSpliced(action.to, 0, item) };
    }
  }
}

// Removing a photo aborts its upload.
function retried(item: Item): Item {
  const { key, file, preview } = item;
  return item.state === "sending" ? { key, file, preview, state: "waiting" } : item;
}

/** Whether leaving the page or saving the form now would lose an upload. */
export function isBusy(items: readonly Item[]): boolean {
  return items.some((item) => item.state === "waiting" || item.state === "sending");
}

/** The uploaded photos, in order: those that the listing gets. */
export function storedPhotos(items: readonly Item[]): Photo[] {
  return items.flatMap((item) => (item.state === "stored" ? item.photo : []));
}

/** Whether an uploaded photo was made from the same file as this one. Its file name does not matter. */
export function isDuplicate(photo: Photo, items: readonly Item[]): boolean {
  return storedPhotos(items).some((other) => other.key === photo.key);
}

/** The key of the main photo: the first one in the list whose upload is complete. */
export function mainKey(items: readonly Item[]): string | undefined {
  return items.find((item) => item.state === "stored")?.key;
}

const TEMPORARY = [
  "offline",
  "error_stalled",
  "busy",
  "failed",
  "too_often",
  "signed_out",
] as const satisfies UploadFault[];

/** A temporary fault: a retry with the same file may succeed. With any other fault, the file is refused. */
export type TemporaryFault = (typeof TEMPORARY)[number];

export function isTemporary(fault: UploadFault): fault is TemporaryFault {
  return TEMPORARY.some((temporary) => temporary === fault);
}

export type FileFault = Exclude<UploadFault, TemporaryFault> | "twice";

export type FileRefusal = { why: FileFault; name: string };

export type Refusal = { why: "at_once" | "in_total" } | FileRefusal;

type Pick = { name: string; type: string; size: number; lastModified: number };

const TYPES = /^image\/(jpeg|pjpeg|png|webp|avif|hei[cf])$/;
const ENDINGS = /\.(jpe?g|png|webp|avif|hei[cf])$/i;

/** `sniff` never needs more bytes than these. */
const SNIFFED_BYTES = 256;

/** The faults in the content of these files: their names and types are not trusted. */
export async function contentFaults(
  files: readonly File[],
): Promise<ReadonlyMap<unknown, "type" | "broken">> {
  const faults = new Map<unknown, "type" | "broken">();
  for (const file of files) {
    try {
      const start = new Uint8Array(await file.slice(0, SNIFFED_BYTES).arrayBuffer());
      if (!sniff(start)) faults.set(file, "type");
    } catch {
      // The file was moved or deleted after it was picked.
      faults.set(file, "broken");
    }
  }
  return faults;
}

/**
 * Decides which picked files are accepted. Too many files are refused all together, so that the user need not
 * find out which ones are missing. `faults` are those of `contentFaults`.
 */
export function admit<F extends Pick>(
  picked: readonly F[],
  items: readonly Item[],
  most = MAX_PHOTOS,
  faults: ReadonlyMap<unknown, FileFault> = new Map(),
): { taken: F[]; refused: Refusal[] } {
  if (picked.length > most) return { taken: [], refused: [{ why: "at_once" }] };
  const taken: F[] = [];
  const refused: Refusal[] = [];
  for (const file of picked) {
    const chosen = [...taken, ...items.flatMap((item) => item.file ?? [])];
    const why = faultOfFile(file, chosen) ?? faults.get(file);
    if (why) refused.push({ why, name: file.name });
    else taken.push(file);
  }
  if (items.length + taken.length > most) return { taken: [], refused: [{ why: "in_total" }] };
  return { taken, refused };
}

function faultOfFile(file: Pick, chosen: readonly Pick[]): "type" | "too_heavy" | "twice" | null {
  // Systems that do not know HEIC give it no type. Then its name decides, and finally the server.
  if (!TYPES.test(file.type) && !(file.type === "" && ENDINGS.test(file.name))) return "type";
  if (file.size > MAX_BYTES) return "too_heavy";
  return chosen.some((other) => isSame(file, other)) ? "twice" : null;
}

function isSame(file: Pick, other: Pick): boolean {
  return file.name === other.name && file.size === other.size && file.lastModified === other.lastModified;
}

/**
 * The suggested photos that are still missing. A photo from a suggestion's tile fulfils that suggestion, any other
 * photo the next one in the list.
 */
export function shotsLeft<S extends { readonly key: string }>(
  shots: readonly S[],
  fromTiles: readonly string[],
  photos: number,
): readonly S[] {
  const added = fromTiles.slice(0, photos);
  return shots.filter(({ key }) => !added.includes(key)).slice(photos - added.length);
}
