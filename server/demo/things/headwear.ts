/** Caps, hats and visors, seen from the front and above. */
import { mixed, shaded } from "../colors.ts";
import { random } from "../random.ts";
import type { ThingArt } from "./art.ts";
import { creases, inside, waves } from "./garment.ts";
import { circle, oval } from "./round.ts";
import { type Drawing, Sheet } from "./sheet.ts";

const HOW = {
  finish: "canvas",
  round: 12,
  lift: 22,
  close: { x: 10, y: -60, near: 2 },
  detail: { x: -110, y: 120, near: 2.4 },
} as const;

/** The brim: rows of stitches that follow its edge. */
function brim(sheet: Sheet, outline: string, rows: readonly string[], color: string): void {
  sheet.panel(outline, color, 0.5);
  sheet.within(outline, (inner) => {
    inner.swell(oval(0, 190, 130, 84), 0.45);
    for (const row of rows) inner.stitch(row, shaded(color, color > "#a" ? -0.35 : 0.3), 0.55).seam(row, 0.7);
  });
}

export function cap(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  const peak = chance() < 0.45 ? art.accent : art.main;
  const crown = "M-206 96Q-232 -60 -150 -176Q-80 -254 0 -256Q80 -254 150 -176Q232 -60 206 96Q0 20 -206 96Z";
  sheet.panel(crown, art.main, 0.3);
  sheet.within(crown, (inner) => {
    if (chance() < 0.4) inner.piece("M-90 -300Q-70 -100 -96 120H96Q70 -100 90 -300Z", art.accent);
    inner
      .swell("M-150 60Q-160 -140 0 -200Q160 -140 150 60Z", 0.55)
      .swell("M-90 20Q-90 -100 0 -140Q90 -100 90 20Z", 0.5);
    for (const x of [-1, -0.42, 0.42, 1]) {
      const d = `M0 -256Q${x * 190} -190 ${x * 190} 110`;
      if (Math.abs(x) < 1)
        inner.seam(d).stitch(`M${x * 8} -254Q${x * 202} -186 ${x * 200} 110`, shaded(art.main, -0.4), 0.5);
    }
    inner.seam("M0 -256V60");
    for (const x of [-118, 118, -44, 44]) {
      const y = -150 + Math.abs(x) * 0.55;
      inner.line(circle(x, y, 6.5), shaded(art.main, -0.3), 3).piece(circle(x, y, 3.4), "#06070a", 0.8);
    }
    creases(inner, [-150, -180, 150, 30], chance, 4 + Math.round(art.wear * 10));
  });
  sheet.panel(oval(0, -256, 17, 9), shaded(art.main, -0.1), 0.8);
  const peakShape = "M-200 90Q0 4 200 90Q232 160 214 222Q150 306 0 312Q-150 306 -214 222Q-232 160 -200 90Z";
  brim(
    sheet,
    peakShape,
    [0, 1, 2, 3, 4].map(
      (row) =>
        `M${-204 + row * 3} ${208 - row * 20}Q${-146 + row * 6} ${288 - row * 30} 0 ${294 - row * 31}Q${146 - row * 6} ${288 - row * 30} ${204 - row * 3} ${208 - row * 20}`,
    ),
    peak,
  );
  sheet.line("M-206 95Q0 10 206 95", "#05070a", 3, 0.5);
  sheet
    .panel(circle(0, -66, 27), art.trim, 0.6)
    .line("M-22 -82Q4 -66 -14 -44", mixed(art.trim, "#808080", 0.55), 3);
  sheet.line("M18 -86Q2 -66 24 -52", mixed(art.trim, "#808080", 0.55), 3);
  return sheet.made(HOW);
}

export function visor(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  // The band's back, seen through its opening.
  inside(sheet, "M-216 40Q-232 -150 0 -164Q232 -150 216 40Q190 -60 0 -70Q-190 -60 -216 40Z", art.main);
  sheet.stitch("M-200 0Q-200 -136 0 -148Q200 -136 200 0", shaded(art.main, 0.2), 0.5);
  const strap = "M-60 -158h120v34h-120Z";
  sheet.panel(strap, shaded(art.main, -0.15), 0.5).stitch(strap, shaded(art.main, -0.5), 0.7);
  const peakShape =
    "M-202 106Q0 20 202 106Q232 176 210 232Q150 314 0 320Q-150 314 -210 232Q-232 176 -202 106Z";
  brim(
    sheet,
    peakShape,
    [0, 1, 2].map(
      (row) =>
        `M${-200 + row * 3} ${218 - row * 22}Q${-146 + row * 6} ${296 - row * 32} 0 ${302 - row * 33}Q${146 - row * 6} ${296 - row * 32} ${200 - row * 3} ${218 - row * 22}`,
    ),
    chance() < 0.5 ? art.accent : art.main,
  );
  sheet.line("M-206 116Q0 30 206 116", "#05070a", 5, 0.45);
  const band = "M-222 6Q-226 92 -204 112Q0 24 204 112Q226 92 222 6Q0 -92 -222 6Z";
  sheet.panel(band, art.main, 0.5);
  sheet.within(band, (inner) => {
    inner.stitch("M-214 18Q0 -78 214 18", shaded(art.main, -0.4), 0.6);
    creases(inner, [-180, -30, 180, 80], chance, 5);
  });
  sheet.panel(circle(0, 4, 22), art.trim, 0.5);
  return new Sheet().add(sheet, "translate(0 -60)").made({ ...HOW, close: { x: 0, y: 0, near: 2 } });
}

/** A soft cotton hat with a brim all round, from above. */
export function hat(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  const edge = oval(0, 20, 300, 262);
  sheet.panel(edge, art.main, 0.4);
  sheet.within(edge, (inner) => {
    for (let ring = 0; ring < 6; ring++) {
      const d = oval(0, 20, 290 - ring * 20, 252 - ring * 19);
      inner.stitch(d, shaded(art.main, -0.4), 0.5).seam(d, 0.8);
    }
    waves(inner, [-280, -220, 280, 260], chance, 10, 0.6);
  });
  sheet.piece(oval(8, 18, 178, 158), "#05070a", 0.3);
  const crown = oval(0, 0, 172, 152);
  sheet.panel(crown, art.main, 0.8);
  sheet.within(crown, (inner) => {
    inner.swell(oval(0, -4, 138, 118), 0.8).swell(oval(0, -6, 96, 80), 0.6);
    for (let part = 0; part < 6; part++) {
      const angle = (part * Math.PI) / 3 + 0.3;
      inner.seam(`M0 -6L${(Math.cos(angle) * 180).toFixed(0)} ${(Math.sin(angle) * 160).toFixed(0)}`);
    }
    inner.line(crown, art.accent === art.main ? shaded(art.main, -0.3) : art.accent, 26, 0.95);
    creases(inner, [-120, -110, 120, 110], chance, 8);
  });
  sheet.panel(circle(0, -6, 10), shaded(art.main, -0.1), 0.8);
  return sheet.made({ ...HOW, close: { x: -70, y: 60, near: 2 }, detail: { x: 190, y: 120, near: 2.4 } });
}
