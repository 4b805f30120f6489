/** Bags for rackets and everything else. */
import { mixed, shaded } from "../colors.ts";
import { random } from "../random.ts";
import type { ThingArt } from "./art.ts";
import { BAG, grip, mark, scuffs, webbing } from "./bag-parts.ts";
import { creases, waves } from "./garment.ts";
import { rounded } from "./round.ts";
import { between, type Drawing, Sheet } from "./sheet.ts";

export function backpack(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  const dark = mixed(art.main, "#101216", 0.93);
  const small = art.count < 2 ? 0.86 : 1;
  for (const x of art.count < 2 ? [96] : [70, 128])
    grip(sheet, [x, -290], x / 14, 130, chance() < 0.5 ? "#efeeea" : "#1d1e22");
  for (const side of ["", "scale(-1 1)"]) {
    const strap = new Sheet();
    webbing(strap, "M196 -230Q290 -60 262 150Q250 290 206 352", dark, 40);
    webbing(strap, "M212 330Q262 380 246 430", dark, 14);
    sheet.add(strap, side);
  }
  webbing(sheet, "M-62 -330Q-58 -404 0 -406Q58 -404 62 -330", dark, 26);
  const body =
    "M0 -352Q200 -352 222 -180Q236 40 230 300Q226 380 150 388Q0 400 -150 388Q-226 380 -230 300Q-236 40 -222 -180Q-200 -352 0 -352Z";
  sheet.level(body).panel(body, art.main, 0.5);
  const style = chance();
  sheet.within(body, (inner) => {
    if (style < 0.45)
      inner.piece("M-300 -130Q0 -40 300 -130V420H-300Z", art.accent).seam("M-300 -130Q0 -40 300 -130");
    else if (style < 0.75) inner.piece("M60 -400L180 420H320V-400Z", art.accent).seam("M60 -400L180 420");
    inner.swell("M0 -300Q140 -300 156 -160L164 300H-164L-156 -160Q-140 -300 0 -300Z", 0.9);
    inner.piece("M-300 346Q0 366 300 346V420H-300Z", dark).seam("M-300 346Q0 366 300 346");
    waves(inner, [-190, -260, 190, 340], chance, 6, 0.7);
    creases(inner, [-190, -300, 190, 350], chance, 8 + Math.round(art.wear * 10));
    scuffs(inner, art, chance, [-200, -320, 200, 380]);
  });
  sheet.zipAlong(
    "M-204 60Q-212 -130 -196 -196Q-168 -318 0 -320Q168 -318 196 -196Q212 -130 204 60",
    mixed(art.main, "#101216", 0.5),
  );
  const pocket =
    "M-150 40Q0 4 150 40Q172 180 160 300Q156 332 118 336Q0 344 -118 336Q-156 332 -160 300Q-172 180 -150 40Z";
  sheet
    .panel(pocket, style < 0.45 ? shaded(art.accent, -0.04) : shaded(art.main, 0.03), 0.8)
    .seam(pocket, 2.2);
  sheet.within(pocket, (inner) => {
    inner.swell("M-110 90H110Q130 220 110 290H-110Q-130 220 -110 90Z", 0.7);
    waves(inner, [-130, 80, 130, 320], chance, 4, 0.7);
  });
  sheet.zipAlong("M-142 84Q0 50 142 84", mixed(art.main, "#101216", 0.5));
  const tag = "M126 84l10 -3l8 58l-12 2Z";
  sheet.panel(tag, art.trim, 0.8);
  mark(sheet, [0, 200], 84, art.trim);
  const upper = "M-120 -196Q0 -226 120 -196Q134 -120 122 -56Q0 -84 -122 -56Q-134 -120 -120 -196Z";
  sheet
    .panel(upper, shaded(art.main, 0.02), 0.6)
    .seam(upper, 2)
    .zipAlong("M-112 -176Q0 -204 112 -176", mixed(art.main, "#101216", 0.5));
  // Mesh pockets at the sides.
  for (const side of ["", "scale(-1 1)"]) {
    const mesh = "M176 120Q222 108 238 120L232 330Q190 344 176 330Z";
    const one = new Sheet().panel(mesh, dark, 0.6);
    one.within(mesh, (net) => {
      for (let at = 0; at < 40; at++)
        net.line(`M160 ${90 + at * 8}l90 50M160 ${90 + at * 8}l90 -50`, shaded(dark, 0.25), 0.9, 0.5);
    });
    one.line("M176 120Q222 108 238 120", shaded(dark, -0.3), 7);
    sheet.add(one, side);
  }
  return new Sheet()
    .add(sheet, `translate(0 22) scale(${small})`)
    .made({ ...BAG, round: 30, close: { x: 10, y: -150, near: 1.9 }, detail: { x: -60, y: 190, near: 2 } });
}

export function duffel(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  const dark = mixed(art.main, "#101216", 0.93);
  webbing(sheet, "M-318 60Q-370 250 -170 300Q40 350 210 290Q352 236 316 70", dark, 26);
  const body =
    "M-280 -150Q0 -186 280 -150Q346 -128 346 20Q346 170 280 186Q0 214 -280 186Q-346 170 -346 20Q-346 -128 -280 -150Z";
  sheet.level(body).panel(body, art.main, 0.5);
  const style = chance();
  sheet.within(body, (inner) => {
    if (style < 0.5)
      inner.piece("M-110 -240V260H110V-240Z", art.accent).seam("M-110 -240V260").seam("M110 -240V260");
    else
      inner
        .piece("M-400 70Q0 110 400 70V260H-400Z", art.accent)
        .seam("M-400 70Q0 110 400 70")
        .piece("M-400 44Q0 84 400 44v13Q0 97 -400 57Z", art.trim);
    inner.swell("M-270 -70Q0 -110 270 -70Q310 20 270 110Q0 140 -270 110Q-310 20 -270 -70Z", 1);
    for (const side of ["", "scale(-1 1)"]) {
      const end = new Sheet()
        .piece("M262 -240Q230 20 262 260H420V-240Z", dark)
        .seam("M262 -240Q230 20 262 260")
        .stitch("M254 -240Q222 20 254 260", shaded(art.main, art.main > "#8" ? -0.4 : 0.3), 0.5);
      inner.add(end, side);
    }
    waves(inner, [-260, -130, 260, 180], chance, 10, 1);
    creases(inner, [-280, -130, 280, 170], chance, 9 + Math.round(art.wear * 10));
    for (const x of [-200, -120, 90, 190])
      inner.fold([x, -110], [x + between(chance, -40, 40), 40], between(chance, -16, 16), 16, 0.4);
    scuffs(inner, art, chance, [-320, -140, 320, 190]);
  });
  sheet.zipAlong("M-250 -122Q0 -156 250 -122", mixed(art.main, "#101216", 0.5));
  sheet.panel("M236 -128l22 -2l8 34l-16 4Z", art.trim, 0.8);
  const pocket = "M-96 -20Q0 -32 96 -20L104 150Q0 164 -104 150Z";
  sheet
    .panel(pocket, style < 0.5 ? shaded(art.accent, -0.03) : shaded(art.main, 0.03), 0.6)
    .seam(pocket, 2)
    .zipAlong("M-90 2Q0 -10 90 2", mixed(art.main, "#101216", 0.5));
  mark(sheet, [0, 82], 64, art.trim);
  webbing(sheet, "M-136 176V-40Q-128 -262 0 -268Q128 -262 136 -40V176", dark, 28);
  sheet
    .panel(rounded(0, -262, 120, 44, 20), dark, 0.9)
    .seam("M-52 -262H52", 1.8)
    .stitch(rounded(0, -262, 108, 32, 15), shaded(dark, 0.35), 0.6);
  return new Sheet().add(sheet, `translate(0 -10) rotate(${between(chance, -6, 6).toFixed(1)})`).made({
    ...BAG,
    round: 30,
    lift: 46,
    close: { x: 30, y: -60, near: 1.9 },
    detail: { x: -200, y: 80, near: 2 },
  });
}
