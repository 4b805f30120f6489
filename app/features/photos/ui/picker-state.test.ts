import { describe, expect, test } from "vitest";
import type { Photo } from "../photo.ts";
import {
  admit,
  contentFaults,
  type Item,
  isBusy,
  isDuplicate,
  isTemporary,
  mainKey,
  type PickerState,
  reduce,
  shotsLeft,
  startState,
  storedPhotos,
} from "./picker-state.ts";

const photo = (id: string): Photo => ({
  id,
  key: `key of ${id}`,
  width: 9,
  height: 9,
  thumbhash: "",
  avif: false,
});
const file = (name: string, more: Partial<{ type: string; size: number; lastModified: number }> = {}) => ({
  name,
  type: "image/jpeg",
  size: 1_000,
  lastModified: 1,
  ...more,
});
const orderOf = (state: PickerState) => state.items.map((item) => item.key).join("");
const abc = startState([photo("a"), photo("b"), photo("c")]);
const sending: Item = { key: "x", preview: "blob:x", state: "sending", sent: 0.4 };

test("the picker starts with the listing's photos, in order", () => {
  expect(storedPhotos(abc.items).map((one) => one.id)).toEqual(["a", "b", "c"]);
  expect(isBusy(abc.items)).toBe(false);
});

test("moving a photo keeps the others in order; a position that does not exist changes nothing", () => {
  expect(orderOf(reduce(abc, { do: "move", key: "c", to: 0 }))).toBe("cab");
  expect(orderOf(reduce(abc, { do: "move", key: "a", to: 2 }))).toBe("bca");
  expect(orderOf(reduce(abc, { do: "move", key: "a", to: -1 }))).toBe("abc");
  expect(orderOf(reduce(abc, { do: "move", key: "a", to: 3 }))).toBe("abc");
  expect(orderOf(reduce(abc, { do: "move", key: "z", to: 0 }))).toBe("abc");
});

test("removing the main photo makes the next one main, and can be undone [M2.25]", () => {
  const without = reduce(abc, { do: "remove", key: "a" });
  expect(orderOf(without)).toBe("bc");
  expect(orderOf(reduce(without, { do: "restore" }))).toBe("abc");
  const moved = reduce(without, { do: "move", key: "c", to: 0 });
  expect(orderOf(reduce(moved, { do: "restore" }))).toBe("cb");
});

test("removing another photo keeps the main one [M2.26]", () => {
  const chosen = reduce(abc, { do: "move", key: "c", to: 0 });
  expect(orderOf(reduce(chosen, { do: "remove", key: "a" }))).toBe("cb");
  expect(orderOf(reduce(chosen, { do: "remove", key: "b" }))).toBe("ca");
});

test("the progress of an upload does not end the undo of a removal", () => {
  const state = reduce({ items: [...abc.items, sending] }, { do: "remove", key: "b" });
  const on = reduce(state, {
    do: "update",
    key: "x",
    to: (item) => ({ ...item, state: "sending", sent: 0.8 }),
  });
  expect(orderOf(reduce(on, { do: "restore" }))).toBe("abcx");
});

test("an upload that was aborted because its photo was removed starts again when the photo is restored", () => {
  const state = reduce({ items: [sending] }, { do: "remove", key: "x" });
  expect(reduce(state, { do: "restore" }).items).toEqual([{ key: "x", preview: "blob:x", state: "waiting" }]);
});

test("photos that are not uploaded yet are not submitted, and the picker is busy while one is uploading", () => {
  const items: Item[] = [...abc.items, sending, { key: "f", state: "failed", fault: "offline" }];
  expect(storedPhotos(items)).toHaveLength(3);
  expect(isBusy(items)).toBe(true);
  expect(isBusy(items.filter((item) => item !== sending))).toBe(false);
});

test("a photo with the same content under another file name is recognised by its key", () => {
  expect(isDuplicate({ ...photo("new"), key: "key of b" }, abc.items)).toBe(true);
  expect(isDuplicate(photo("new"), abc.items)).toBe(false);
});

test("images are accepted, and a HEIC file even if the system gives it no type", () => {
  const good = [
    file("a.jpg"),
    file("b.png", { type: "image/png" }),
    file("c.heic", { type: "image/heic" }),
    file("IMG_1.HEIC", { type: "" }),
    file("d.heif", { type: "" }),
  ];
  expect(admit(good, [])).toEqual({ taken: good, refused: [] });
});

test("files of other types and too large files are refused one by one, and the others are accepted", () => {
  const picked = [
    file("a.jpg"),
    file("film.mov", { type: "video/quicktime" }),
    file("drawing.svg", { type: "image/svg+xml" }),
    file("moving.gif", { type: "image/gif" }),
    file("notes", { type: "" }),
    file("huge.jpg", { size: 20 * 1024 * 1024 + 1 }),
  ];
  expect(admit(picked, [])).toEqual({
    taken: [picked[0]],
    refused: [
      { why: "type", name: "film.mov" },
      { why: "type", name: "drawing.svg" },
      { why: "type", name: "moving.gif" },
      { why: "type", name: "notes" },
      { why: "too_heavy", name: "huge.jpg" },
    ],
  });
});

test("a file whose content is no image is refused, whatever its name", async () => {
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
  const image = new File([jpeg], "a.jpg", { type: "image/jpeg" });
  const text = new File(["hello"], "b.jpg", { type: "image/jpeg" });
  const empty = new File([], "c.jpg", { type: "image/jpeg" });
  const unreadable = new File([jpeg], "d.jpg", { type: "image/jpeg" });
  unreadable.slice = () =>
    Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error("gone")) });
  const picked = [text, image, empty, unreadable];
  expect(admit(picked, [], 20, await contentFaults(picked))).toEqual({
    taken: [image],
    refused: [
      { why: "type", name: "b.jpg" },
      { why: "type", name: "c.jpg" },
      { why: "broken", name: "d.jpg" },
    ],
  });
});

test("the first accepted photo is the main one", () => {
  expect(mainKey([sending, { key: "f", state: "failed", fault: "offline" }])).toBeUndefined();
  expect(mainKey([sending, ...abc.items])).toBe("a");
});

test("only temporary faults offer a retry", () => {
  expect(
    (["offline", "error_stalled", "busy", "failed", "too_often", "signed_out"] as const).every(isTemporary),
  ).toBe(true);
  const final = ["type", "too_heavy", "too_many_pixels", "too_narrow", "broken"] as const;
  expect(final.some(isTemporary)).toBe(false);
});

test("the same file is added once", () => {
  const first = new File(["a"], "a.jpg", { type: "image/jpeg", lastModified: 5 });
  const again = new File(["a"], "a.jpg", { type: "image/jpeg", lastModified: 5 });
  const other = new File(["a"], "a.jpg", { type: "image/jpeg", lastModified: 6 });
  expect(admit([first, again, other], [])).toEqual({
    taken: [first, other],
    refused: [{ why: "twice", name: "a.jpg" }],
  });
  const items: Item[] = [{ key: "k", file: first, state: "waiting" }];
  expect(admit([again], items)).toEqual({ taken: [], refused: [{ why: "twice", name: "a.jpg" }] });
});

test("more than twenty photos, in one selection or in total, are refused as a whole [M5.24 M5.25]", () => {
  const many = Array.from({ length: 21 }, (_, n) => file(`${n}.jpg`));
  expect(admit(many, [])).toEqual({ taken: [], refused: [{ why: "at_once" }] });
  expect(admit(many.slice(0, 20), []).taken).toHaveLength(20);
  expect(admit(many.slice(0, 18), abc.items)).toEqual({ taken: [], refused: [{ why: "in_total" }] });
  expect(admit(many.slice(0, 17), abc.items).taken).toHaveLength(17);
});

describe("the suggested photos that are still missing", () => {
  const shots = ["face", "grip", "label"].map((key) => ({ key }));
  test.each([
    [[], 0, ["face", "grip", "label"]],
    [[], 2, ["label"]],
    [[], 5, []],
    [["label"], 1, ["face", "grip"]],
    [["label"], 2, ["grip"]],
    [["label", "grip"], 1, ["face", "grip"]],
    [["label"], 0, ["face", "grip", "label"]],
  ])("with photos from the tiles %j and %i photos in all, are %j", (fromTiles, photos, left) => {
    expect(shotsLeft(shots, fromTiles, photos).map(({ key }) => key)).toEqual(left);
  });
});
