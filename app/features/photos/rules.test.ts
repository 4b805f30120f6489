import { expect, test } from "vitest";
import { type Photo, photoUrl, privateKey, srcSet, widthFor } from "./photo.ts";
import { type Attachable, faultOfAttaching, faultOfSize, sizeWithin, squareOf } from "./rules.ts";

const KEY = "ab".repeat(32);
const photo = (width: number): Photo => ({
  id: "p",
  key: KEY,
  width,
  height: 100,
  thumbhash: "",
  avif: true,
});

test("a picture's URL contains its content's hash, its width and its format [M7.22]", () => {
  expect(photoUrl(KEY, 640)).toBe(`/photos/${KEY}/640.webp`);
  expect(photoUrl(KEY, 160, "avif")).toBe(`/photos/${KEY}/160.avif`);
  expect(photoUrl(privateKey(KEY), 640)).toBe(`/chat/photos/${KEY}/640.webp`);
});

test("srcset names the real width of each picture, and lists each real width once [M7.23]", () => {
  const widths = (width: number) => srcSet(photo(width)).match(/(\d+)\.webp (\d+)w/g);
  expect(widths(1280)).toEqual(["160.webp 160w", "320.webp 320w", "640.webp 640w", "1280.webp 1280w"]);
  expect(widths(500)).toEqual(["160.webp 160w", "320.webp 320w", "640.webp 500w"]);
  expect(widths(320)).toEqual(["160.webp 160w", "320.webp 320w"]);
  expect(widths(90)).toEqual(["160.webp 90w"]);
  expect(srcSet(photo(90), "avif")).toBe(`/photos/${KEY}/160.avif 90w`);
});

test.each([
  ["middle" as const, { left: 50, top: 0, size: 100 }],
  [
    { x: 0, y: 0, width: 0.5 },
    { left: 0, top: 0, size: 100 },
  ],
  [
    { x: 0.6, y: 0.5, width: 0.25 },
    { left: 120, top: 50, size: 50 },
  ],
  [
    { x: 0.9, y: 0.9, width: 0.25 },
    { left: 150, top: 50, size: 50 },
  ],
  [
    { x: 1, y: 1, width: 1 },
    { left: 100, top: 0, size: 100 },
  ],
  [
    { x: 0, y: 0, width: 0.0001 },
    { left: 0, top: 0, size: 1 },
  ],
])("the crop %j of a picture of 200 x 100 is a square inside the picture", (crop, square) => {
  expect(squareOf(crop, { width: 200, height: 100 })).toEqual(square);
});

test("the smallest stored width of at least the wanted pixels is chosen, or else the largest", () => {
  expect([1, 160, 161, 641, 4000].map(widthFor)).toEqual([160, 160, 320, 1280, 1280]);
});

test("pictures of a reasonable size are accepted, and others are refused with the reason", () => {
  expect(faultOfSize(4032, 3024)).toBeNull();
  expect(faultOfSize(1, 1)).toBeNull();
  expect(faultOfSize(10_000, 6_000)).toBeNull();
  expect(faultOfSize(10_000, 6_001)).toBe("too_many_pixels");
  expect(faultOfSize(800, 100)).toBeNull();
  expect(faultOfSize(100, 801)).toBe("too_narrow");
  expect(faultOfSize(0, 10)).toBe("broken");
  expect(faultOfSize(Number.NaN, 10)).toBe("broken");
});

test("a smaller size keeps the aspect ratio and is never enlarged", () => {
  expect(sizeWithin(160, { width: 1280, height: 960 })).toEqual({ width: 160, height: 120 });
  expect(sizeWithin(160, { width: 90, height: 400 })).toEqual({ width: 90, height: 400 });
  expect(sizeWithin(160, { width: 8000, height: 1 })).toEqual({ width: 160, height: 1 });
});

const listing = { type: "racket", id: "L1" };
const own = (
  id: string,
  on: { listing_type: string | null; listing_id: string | null; chat_message_id?: string },
): Attachable => ({
  chat_message_id: null,
  id,
  key: "0".repeat(64),
  user_id: "me",
  ...on,
});
const unused = { listing_type: null, listing_id: null };
const sent = { ...unused, chat_message_id: "M1" };
const onListing = { listing_type: "racket", listing_id: "L1" };

test("a person's own photos can be put on a listing when they are unused, or on it already", () => {
  const found = [own("a", unused), own("b", onListing)];
  expect(faultOfAttaching("me", listing, ["b", "a"], found)).toBeNull();
});

test("a listing has 1 to 20 photos, each once; strings and balls need none", () => {
  const ids = Array.from({ length: 21 }, (_, n) => `p${n}`);
  const found = ids.map((id) => own(id, unused));
  expect(faultOfAttaching("me", listing, [], found)).toBe("photos_attach_none");
  expect(faultOfAttaching("me", { ...listing, type: "string" }, [], found)).toBeNull();
  expect(faultOfAttaching("me", listing, ids, found)).toBe("photos_too_many_total");
  expect(faultOfAttaching("me", listing, ids.slice(0, 20), found)).toBeNull();
  expect(faultOfAttaching("me", listing, ["p1", "p1"], found)).toBe("photos_attach_twice");
});

test("a photo cannot be attached if deleted, another person's, on another listing or in a message", () => {
  const fault = (found: Attachable[]) => faultOfAttaching("me", listing, ["a"], found);
  expect(fault([])).toBe("photos_attach_missing");
  expect(fault([{ ...own("a", unused), user_id: "you" }])).toBe("photos_attach_missing");
  expect(fault([own("a", { listing_type: "racket", listing_id: "L2" })])).toBe("photos_attach_missing");
  expect(fault([own("a", { listing_type: "bag", listing_id: "L1" })])).toBe("photos_attach_missing");
  expect(fault([own("a", sent)])).toBe("photos_attach_missing");
  expect(fault([{ ...own("a", unused), key: `private-${"0".repeat(64)}` }])).toBe("photos_attach_missing");
});
