import { type Colours, coloursOfCodes } from "./colours.ts";

/** A box of the ISO base media file format. `at` and `end` are the offsets of its content. */
type Box = { readonly type: string; readonly at: number; readonly end: number };

/**
 * The colours that a HEIC or AVIF file states by code points (`nclx`) for its primary picture. Null: it states none, or
 * they are those of sRGB. A colour profile in the file outranks them.
 */
export function coloursOfHeif(file: Uint8Array): Colours | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  try {
    const codes = codesOf(view);
    return codes ? coloursOfCodes(view.getUint16(codes.at + 4), view.getUint16(codes.at + 6)) : null;
  } catch (error) {
    // The boxes point beyond the file. Its decoder says so.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function codesOf(view: DataView): Box | undefined {
  const meta = boxIn(view, { at: 0, end: view.byteLength }, "meta");
  // `meta` has four bytes of version and flags before its boxes.
  const inside = meta && { at: meta.at + 4, end: meta.end };
  const primary = inside && boxIn(view, inside, "pitm");
  const properties = inside && boxIn(view, inside, "iprp");
  const container = properties && boxIn(view, properties, "ipco");
  const owners = properties && boxIn(view, properties, "ipma");
  if (!(primary && container && owners)) return undefined;
  const id =
    view.getUint8(primary.at) === 0 ? view.getUint16(primary.at + 4) : view.getUint32(primary.at + 4);
  const all = boxesIn(view, container);
  return propertiesOf(view, owners, id)
    .map((number) => all[number - 1])
    .find((box) => box?.type === "colr" && textAt(view, box.at) === "nclx");
}

/** The numbers of the properties of an item, which count from 1. */
function propertiesOf(view: DataView, { at, end }: Box, id: number): number[] {
  const isLong = view.getUint8(at) > 0;
  const isWide = (view.getUint8(at + 3) & 1) === 1;
  let from = at + 8;
  for (let left = view.getUint32(at + 4); left > 0 && from < end; left -= 1) {
    const item = isLong ? view.getUint32(from) : view.getUint16(from);
    from += isLong ? 4 : 2;
    const count = view.getUint8(from);
    from += 1;
    const start = from;
    from += count * (isWide ? 2 : 1);
    if (item === id)
      return Array.from({ length: count }, (_, n) =>
        // The highest bit says whether a reader must know the property.
        isWide ? view.getUint16(start + 2 * n) & 0x7fff : view.getUint8(start + n) & 0x7f,
      );
  }
  return [];
}

function boxIn(view: DataView, inside: Pick<Box, "at" | "end">, type: string): Box | undefined {
  return boxesIn(view, inside).find((box) => box.type === type);
}

function boxesIn(view: DataView, { at, end }: Pick<Box, "at" | "end">): Box[] {
  const boxes: Box[] = [];
  for (let from = at; from + 8 <= end; ) {
    const size = view.getUint32(from);
    // 1: the size follows in eight bytes. 0: the box ends with the file.
    const head = size === 1 ? 16 : 8;
    const length = size === 1 ? Number(view.getBigUint64(from + 8)) : size === 0 ? end - from : size;
    if (length < head || from + length > end) break;
    boxes.push({ type: textAt(view, from + 4), at: from + head, end: from + length });
    from += length;
  }
  return boxes;
}

function textAt(view: DataView, at: number): string {
  return String.fromCharCode(
    view.getUint8(at),
    view.getUint8(at + 1),
    view.getUint8(at + 2),
    view.getUint8(at + 3),
  );
}
