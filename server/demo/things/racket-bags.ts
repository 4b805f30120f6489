/** Bags made for rackets, as they lie on the floor of a changing room. */
import { mixed, shaded } from "../colors.ts";
import { random } from "../random.ts";
import type { ThingArt } from "./art.ts";
import { BAG, grip, mark, scuffs, webbing } from "./bag-parts.ts";
import { creases, waves } from "./garment.ts";
import { rounded } from "./round.ts";
import { type Drawing, Sheet } from "./sheet.ts";

/** The long bag that is shaped like what it carries: broad at the heads, with handles out at the narrow end. */
export function racketBag(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  const dark = mixed(art.main, "#101216", 0.93);
  const many = art.count > 7 ? 1.12 : art.count < 4 ? 0.86 : 1;
  for (const [x, turn] of [
    [-62, 183],
    [0, 179],
    [58, 177],
  ] as const)
    if (art.count > 3 || x !== 58)
      grip(sheet, [x, 330], turn, 86 + chance() * 40, chance() < 0.4 ? "#efeeea" : "#1d1e22");
  webbing(sheet, "M150 -250Q300 -120 280 60Q262 210 120 300", dark, 32);
  const body =
    "M0 -430Q176 -430 190 -236Q198 -90 152 120Q132 250 122 350Q0 372 -122 350Q-132 250 -152 120Q-198 -90 -190 -236Q-176 -430 0 -430Z";
  sheet.level(body).panel(body, art.main, 0.5);
  const lower = chance();
  sheet.within(body, (inner) => {
    if (lower < 0.4) inner.piece("M-260 40L260 -70V420H-260Z", art.accent).seam("M-260 40L260 -70");
    else if (lower < 0.75)
      inner
        .piece("M-260 -250Q0 -190 260 -250V-160Q0 -96 -260 -160Z", art.accent)
        .piece("M-260 -140Q0 -74 260 -140v14Q0 -60 -260 -126Z", art.trim);
    else inner.piece("M-40 -460Q-110 0 -40 420H-300V-460Z", art.accent).seam("M-40 -460Q-110 0 -40 420");
    inner.swell(
      "M0 -370Q120 -370 128 -230Q134 -60 96 120L80 320H-80L-96 120Q-134 -60 -128 -230Q-120 -370 0 -370Z",
      0.75,
    );
    inner.piece("M-200 300Q0 326 200 300V420H-200Z", dark).seam("M-200 300Q0 326 200 300");
    waves(inner, [-130, -340, 130, 300], chance, 6, 0.8);
    creases(inner, [-150, -380, 150, 320], chance, 8 + Math.round(art.wear * 12));
    scuffs(inner, art, chance, [-180, -400, 180, 350]);
  });
  sheet.zipAlong(
    "M-118 330Q-128 240 -148 118Q-192 -92 -184 -236Q-168 -420 0 -421Q168 -420 184 -236Q192 -92 148 118Q128 240 118 330",
    mixed(art.main, "#101216", 0.5),
  );
  const pocket = "M-92 -210Q0 -236 92 -210Q112 -60 78 90Q0 112 -78 90Q-112 -60 -92 -210Z";
  sheet
    .panel(pocket, shaded(art.main, 0.03), 0.7)
    .seam(pocket, 2)
    .stitch(
      "M-84 -202Q0 -226 84 -202Q102 -60 70 82Q0 102 -70 82Q-102 -60 -84 -202Z",
      shaded(art.main, art.main > "#8" ? -0.4 : 0.3),
      0.5,
    );
  sheet.zip(-70, -180, 74, -180, mixed(art.main, "#101216", 0.4), art.trim);
  mark(sheet, [0, -40], 82, art.trim);
  webbing(sheet, "M-150 -36Q-226 60 -140 150", dark, 30);
  sheet.panel(rounded(-190, 56, 44, 96, 18), dark, 0.8);
  const tilt = 24 + chance() * 6;
  return new Sheet()
    .add(sheet, `rotate(${tilt.toFixed(1)}) scale(${(0.95 * many).toFixed(2)})`)
    .made({ ...BAG, detail: { x: -150, y: 280, near: 1.9 } });
}

/** A tournament bag on its side: compartment beside compartment, each with its zip. */
export function tournament(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  const dark = mixed(art.main, "#101216", 0.93);
  webbing(sheet, "M-210 -300Q-330 -80 -300 90Q-280 230 -196 300", dark, 34);
  const body =
    "M-150 -430Q0 -446 150 -430Q214 -420 220 -330V320Q214 412 150 424Q0 442 -150 424Q-214 412 -220 320V-330Q-214 -420 -150 -430Z";
  sheet.level(body).panel(body, art.main, 0.5);
  const bands = art.count > 9 ? [-74, 74] : [0];
  const style = chance();
  sheet.within(body, (inner) => {
    if (style < 0.5)
      inner
        .piece("M-260 -160L260 -300V-190L-260 -50Z", art.accent)
        .piece("M-260 -24L260 -164v22L-260 -2Z", art.trim);
    else
      inner
        .piece("M-260 90H260V460H-260Z", art.accent)
        .seam("M-260 90H260")
        .piece("M-260 64H260v14H-260Z", art.trim);
    const edges = [-220, ...bands, 220];
    edges.slice(1).forEach((right, at) => {
      const left = edges[at] ?? -220;
      inner.swell(rounded((left + right) / 2, 0, right - left - 44, 760, 60), 0.85);
    });
    inner.piece("M-260 -460H260V-366Q0 -340 -260 -366Z", dark, 0.92).seam("M-260 -366Q0 -340 260 -366");
    waves(inner, [-180, -330, 180, 380], chance, 7, 0.8);
    creases(inner, [-190, -380, 190, 390], chance, 10 + Math.round(art.wear * 12));
    scuffs(inner, art, chance, [-200, -400, 200, 400]);
  });
  for (const x of bands) sheet.zip(x, -352, x, 408, mixed(art.main, "#101216", 0.5), art.trim);
  const side = bands.length > 1 ? 0 : 110;
  const pocket = rounded(side, 230, bands.length > 1 ? 118 : 150, 260, 26);
  sheet
    .panel(pocket, shaded(art.main, 0.04), 0.7)
    .seam(pocket, 2)
    .stitch(
      rounded(side, 230, bands.length > 1 ? 104 : 136, 246, 22),
      shaded(art.main, art.main > "#8" ? -0.4 : 0.3),
      0.5,
    );
  mark(sheet, [side, 250], 66, art.trim);
  // The two handles, joined in the middle by a grip.
  for (const x of [-112, 112])
    webbing(sheet, `M${x} -190Q${x * 0.25} -120 ${x * 0.2} 0Q${x * 0.25} 110 ${x} 180`, dark, 30);
  sheet
    .panel(rounded(0, -4, 92, 128, 22), dark, 0.95)
    .seam("M0 -66V58", 2)
    .stitch(rounded(0, -4, 80, 116, 18), shaded(dark, 0.35), 0.6);
  const tilt = -(20 + chance() * 8);
  return new Sheet().add(sheet, `rotate(${tilt.toFixed(1)}) scale(0.98)`).made({
    ...BAG,
    lift: 52,
    round: 32,
    close: { x: -40, y: -160, near: 1.8 },
    detail: { x: 90, y: 190, near: 1.9 },
  });
}
