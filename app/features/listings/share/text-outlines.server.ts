import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as fontkit from "fontkit";

/** Texts are drawn as outlines, so that a picture is the same regardless of the machine's fonts. */

const { resolve } = createRequire(import.meta.url);

/** The fonts of app/styles.css. Each has one file for each range of characters. */
const FILES = {
  heading: [
    resolve("@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff"),
    resolve("@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-800-normal.woff"),
  ],
  text: [
    resolve("@fontsource/figtree/files/figtree-latin-600-normal.woff"),
    resolve("@fontsource/figtree/files/figtree-latin-ext-600-normal.woff"),
  ],
} as const;

export type Face = keyof typeof FILES;

const opened = new Map<string, fontkit.Font>();

function open(file: string): fontkit.Font {
  const font = opened.get(file) ?? fontkit.create(readFileSync(file));
  opened.set(file, font as fontkit.Font);
  return font as fontkit.Font;
}

/** Each run is covered by one file of the font. Characters in no file, such as emoji, are left out. */
function runs(text: string, face: Face): { font: fontkit.Font; text: string }[] {
  const fonts = FILES[face].map(open);
  const found: { font: fontkit.Font; text: string }[] = [];
  for (const letter of text.normalize("NFC")) {
    const font = fonts.find((one) => one.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
    if (!font) continue;
    const last = found.at(-1);
    if (last?.font === font) last.text += letter;
    else found.push({ font, text: letter });
  }
  return found;
}

/** In pixels. */
export function widthOf(text: string, face: Face, size: number): number {
  return runs(text, face).reduce(
    (width, run) => width + (run.font.layout(run.text).advanceWidth * size) / run.font.unitsPerEm,
    0,
  );
}

/** The text as SVG: a group of paths, one for each glyph. Its baseline begins at (x, y). */
export function outline(
  text: string,
  face: Face,
  size: number,
  x: number,
  y: number,
  colour: string,
): string {
  const parts: string[] = [];
  let at = x;
  for (const { font, text: letters } of runs(text, face)) {
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(letters);
    for (const [n, glyph] of glyphs.entries()) {
      const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[n] ?? {};
      const path = glyph.path.toSVG();
      if (path !== "") {
        const place = `${(at + xOffset * scale).toFixed(2)} ${(y - yOffset * scale).toFixed(2)}`;
        parts.push(
          `<path transform="translate(${place}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})" d="${path}"/>`,
        );
      }
      at += xAdvance * scale;
    }
  }
  return `<g fill="${colour}">${parts.join("")}</g>`;
}

/** Breaks a text into at most `most` lines. Where text or the end of a too long word is left out, it puts "…". */
export function lines(text: string, face: Face, size: number, width: number, most: number): string[] {
  const fits = (line: string) => widthOf(line, face, size) <= width;
  const shortened = (line: string): string => {
    let beginning = line;
    while (beginning !== "" && !fits(`${beginning}…`)) beginning = [...beginning].slice(0, -1).join("");
    return `${beginning.replace(/[\s,.;:·–-]+$/, "")}…`;
  };
  const found: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter((one) => runs(one, face).length > 0)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== "") found.push(line);
    line = word;
    if (found.length === most) break;
  }
  const all = line === "" ? found : [...found, line];
  const shown = all.slice(0, most).map((one) => (fits(one) ? one : shortened(one)));
  const last = shown.length - 1;
  if (all.length > most) shown[last] = shortened(`${shown[last]?.replace(/…$/, "")}`);
  return shown;
}
