import { useCallback, useEffect, useReducer, useRef } from "react";
import { MAX_PHOTOS } from "#app/domain/categories/definition.ts";
import { m } from "#app/paraglide/messages.js";
import { useSpoken } from "#app/ui/spoken.tsx";
import { showToast } from "#app/ui/toast.ts";
import type { Photo } from "../photo.ts";
import { uploadFaultText } from "./fault-text.ts";
import {
  admit,
  contentFaults,
  type FileFault,
  type FileRefusal,
  type Item,
  isDuplicate,
  isTemporary,
  type PickerAction,
  type Refusal,
  reduce,
  startState,
  storedPhotos,
} from "./picker-state.ts";
import { discardPhoto, type Purpose, sendPhoto } from "./send-photo.ts";
import { withinLimits } from "./shrink-photo.ts";

const MAX_CONCURRENT = 3;

/** What the photos of a picker are for, and how many there may be. */
export type UploadLimits = {
  purpose: Purpose;
  most: number;
  tooMany: (why: "at_once" | "in_total") => string;
};

const LISTING: UploadLimits = {
  purpose: "listing",
  most: MAX_PHOTOS,
  tooMany: (why) => (why === "at_once" ? m.photos_too_many_at_once() : m.photos_too_many_total()),
};

/** Whether an action ends the undo of a removal: then the removed photo is deleted, if it was uploaded here. */
const ENDS_UNDO = {
  add: true,
  update: false,
  remove: true,
  drop: false,
  restore: false,
  clear: true,
  move: true,
} as const satisfies Record<PickerAction["do"], boolean>;

let keys = 0;

/** `news` is for `<Spoken>`. */
export function useUploads(initial: readonly Photo[], { purpose, most, tooMany }: UploadLimits = LISTING) {
  const [state, dispatch] = useReducer(reduce, initial, startState);
  const [news, say] = useSpoken();
  const running = useRef(new Map<string, AbortController>());
  const latest = useRef(state);
  latest.current = state;

  const change = useCallback((action: PickerAction) => {
    const { removed } = latest.current;
    if (removed && ENDS_UNDO[action.do]) forgetItem(removed.item);
    dispatch(action);
  }, []);

  const upload = useCallback(
    async (item: Item, file: File) => {
      const { key, preview } = item;
      const controller = new AbortController();
      running.current.set(key, controller);
      const update = (next: Item) => change({ do: "update", key, to: () => next });
      const sent = (part: number) => update({ key, file, preview, state: "sending", sent: part });
      sent(0);
      const answer = await sendPhoto(file, purpose, sent, controller.signal);
      running.current.delete(key);
      if (!answer) return;
      const position = latest.current.items.findIndex((other) => other.key === key) + 1;
      const refuse = (why: FileFault) => {
        change({ do: "drop", key });
        if (preview) URL.revokeObjectURL(preview);
        showRefusals([{ why, name: file.name }], tooMany);
      };
      if ("photo" in answer && isDuplicate(answer.photo, latest.current.items)) {
        refuse("twice");
        discardPhoto(answer.photo.id);
      } else if ("photo" in answer) {
        update({ key, file, preview, state: "stored", photo: answer.photo, isNew: true });
        say(m.photos_uploaded({ position }));
      } else if (isTemporary(answer.fault)) {
        update({ key, file, preview, state: "failed", fault: answer.fault });
        say(m.photos_upload_failed({ position, reason: uploadFaultText(answer.fault) }));
      } else refuse(answer.fault);
    },
    [change, purpose, tooMany, say],
  );

  useEffect(() => {
    for (const item of state.items) {
      if (running.current.size >= MAX_CONCURRENT) return;
      if (item.state === "waiting" && item.file && !running.current.has(item.key))
        void upload(item, item.file);
    }
  }, [state.items, upload]);

  useEffect(() => {
    const uploads = running.current;
    return () => {
      for (const controller of uploads.values()) controller.abort();
      uploads.clear();
      for (const { preview } of latest.current.items) if (preview) URL.revokeObjectURL(preview);
      if (latest.current.removed) forgetItem(latest.current.removed.item);
    };
  }, []);

  async function add(picked: readonly File[]): Promise<void> {
    const files: File[] = [];
    // Too many files are refused without reading them. One after the other: a decoded photo takes much memory.
    for (const file of picked) files.push(picked.length > most ? file : await withinLimits(file));
    const faults = files.length > most ? undefined : await contentFaults(files);
    const { taken, refused } = admit(files, latest.current.items, most, faults);
    if (refused.length > 0) showRefusals(refused, tooMany);
    if (taken.length === 0) return;
    const items = taken.map((file): Item => {
      keys += 1;
      return { key: `picked-${keys}`, file, preview: URL.createObjectURL(file), state: "waiting" };
    });
    change({ do: "add", items });
  }

  function remove(item: Item): void {
    running.current.get(item.key)?.abort();
    change({ do: "remove", key: item.key });
    say(m.photos_removed());
  }

  function retry({ key, file, preview }: Item): void {
    change({ do: "update", key, to: () => ({ key, file, preview, state: "waiting" }) });
  }

  function move(item: Item, to: number): void {
    change({ do: "move", key: item.key, to });
    say(m.photos_moved({ position: to + 1, total: state.items.length }));
  }

  /** Returns the uploaded photos, in order, and empties the list. */
  function handOver(): Photo[] {
    const { items } = latest.current;
    for (const { preview } of items) if (preview) URL.revokeObjectURL(preview);
    change({ do: "clear" });
    return storedPhotos(items);
  }

  /** Puts photos back that were handed over. */
  function takeBack(photos: readonly Photo[]): void {
    const items = startState(photos).items.map((item) => ({ ...item, isNew: true }));
    if (items.length > 0) change({ do: "add", items });
  }

  const removed = state.removed?.item;
  return {
    items: state.items,
    removed,
    news,
    add: (files: readonly File[]) => void add(files),
    remove,
    retry,
    move,
    restore,
    handOver,
    takeBack,
  };

  function restore(): void {
    change({ do: "restore" });
    say(m.photos_restored());
  }
}

function forgetItem(item: Item): void {
  if (item.state === "stored" && item.isNew) discardPhoto(item.photo.id);
}

/** Shows the message for too many files, or one sentence for each refusal, in one toast. */
function showRefusals(refused: readonly Refusal[], tooMany: UploadLimits["tooMany"]): void {
  const excess = refused.find((refusal) => !("name" in refusal));
  if (excess && !("name" in excess)) {
    showToast({ title: m.photos_too_many_title(), description: tooMany(excess.why), tone: "danger" });
    return;
  }
  const reasons = refused.flatMap((refusal) => ("name" in refusal ? reasonOf(refusal) : []));
  const isHarmless = refused.every((refusal) => refusal.why === "twice");
  showToast({
    title: m.photos_not_added(),
    description: reasons.join(" "),
    tone: isHarmless ? "plain" : "danger",
  });
}

function reasonOf({ why, name }: FileRefusal): string {
  return m.photos_refused({ name, reason: why === "twice" ? m.photos_fault_twice() : uploadFaultText(why) });
}
