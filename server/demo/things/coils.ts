/** String: a set coiled behind the film of its packet, and a reel. */
import { mixed, shaded } from "../colors.ts";
import { type Random, random } from "../random.ts";
import type { ThingArt } from "./art.ts";
import { circle, rounded } from "./round.ts";
import { between, type Drawing, Sheet } from "./sheet.ts";

/** One turn of string: dark edge, colour, gleam. */
function turn(sheet: Sheet, d: string, color: string, wide: number): void {
  sheet.line(d, shaded(color, -0.62), wide + 1.3, 0.7).line(d, color, wide);
  sheet.paint += `<path d="${d}" fill="none" stroke="${mixed(color, "#ffffff", 0.7)}" stroke-width="${(wide * 0.34).toFixed(2)}" stroke-opacity="0.75" transform="translate(-0.5 -0.7)"/>`;
}

function coil(sheet: Sheet, art: ThingArt, r: number, chance: Random): void {
  const turns = 17;
  for (let index = 0; index < turns; index++) {
    const [x, y] = [between(chance, -9, 9), between(chance, -9, 9)];
    const out = r + between(chance, -24, 20);
    const squash = between(chance, 0.94, 1.03);
    const d = `M${(x - out).toFixed(1)} ${y.toFixed(1)}a${out.toFixed(1)} ${(out * squash).toFixed(1)} 0 1 0 ${(2 * out).toFixed(1)} 0a${out.toFixed(1)} ${(out * squash).toFixed(1)} 0 1 0 ${(-2 * out).toFixed(1)} 0Z`;
    turn(sheet, d, shaded(art.main, between(chance, -0.14, 0.06)), 4.6);
  }
  sheet.seams += `<circle r="${r}" fill="none" stroke="#fff" stroke-width="46" stroke-opacity="0.6"/>`;
  // The last turn is wound around the others.
  for (const angle of [0.6, 2.5, 4.4]) {
    const [x, y] = [Math.cos(angle) * r, Math.sin(angle) * r];
    const [nx, ny] = [Math.cos(angle) * 30, Math.sin(angle) * 30];
    for (const slip of [-7, 0, 7]) {
      const [sx, sy] = [-Math.sin(angle) * slip, Math.cos(angle) * slip];
      turn(
        sheet,
        `M${(x - nx + sx).toFixed(1)} ${(y - ny + sy).toFixed(1)}L${(x + nx + sx * 1.6).toFixed(1)} ${(y + ny + sy * 1.6).toFixed(1)}`,
        art.main,
        4.6,
      );
    }
  }
}

/** A printed card with a coil before it, in a clear bag with a folded top. */
export function set(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  const [w, h] = [470, 560];
  const card = rounded(0, 0, w, h, 12);
  sheet.panel(card, art.accent, 0.4);
  const style = Math.floor(chance() * 3);
  sheet.within(card, (print) => {
    if (style === 0)
      print
        .piece(`M${-w / 2} ${-h * 0.02}L${w / 2} ${-h * 0.3}V${h / 2}H${-w / 2}Z`, art.trim)
        .piece(`M${-w / 2} ${-h * 0.08}L${w / 2} ${-h * 0.36}v${h * 0.04}L${-w / 2} ${-h * 0.04}Z`, art.main);
    else if (style === 1)
      print
        .piece(`M${-w / 2} ${-h / 2}h${w * 0.3}V${h / 2}h${-w * 0.3}Z`, art.trim)
        .piece(`M${-w * 0.17} ${-h / 2}h9V${h / 2}h-9Z`, art.main);
    else {
      for (let ring = 0; ring < 4; ring++)
        print.piece(
          circle(w * 0.32, h * 0.34, 330 - ring * 74),
          ring % 2 ? art.accent : mixed(art.accent, art.trim, 0.8 - ring * 0.14),
        );
    }
    const ink = style === 1 ? art.trim : mixed(art.accent, "#ffffff", 0.86);
    const left = style === 1 ? -w * 0.1 : -w / 2 + 34;
    print
      .piece(`M${left} ${-h / 2 + 36}h${w * 0.46}v26h${-w * 0.46}Z`, ink)
      .piece(`M${left} ${-h / 2 + 74}h${w * 0.3}v11h${-w * 0.3}Z`, ink, 0.75);
    for (let line = 0; line < 4; line++)
      print.piece(
        `M${left} ${h / 2 - 84 + line * 15}h${w * between(chance, 0.2, 0.34)}v5h${-w * 0.2}Z`,
        style === 0 ? "#2a2c31" : ink,
        0.75,
      );
    const badge = rounded(w / 2 - 62, -h / 2 + 60, 78, 48, 10);
    print
      .piece(badge, art.main)
      .piece(rounded(w / 2 - 62, -h / 2 + 54, 46, 9, 3), "#15171b", 0.85)
      .piece(rounded(w / 2 - 62, -h / 2 + 70, 30, 6, 3), "#15171b", 0.6);
    for (let bar = 0; bar < 22; bar++)
      print.piece(
        `M${w / 2 - 98 + bar * 3.4} ${h / 2 - 62}h${bar % 3 ? 1.3 : 2.4}v36h${bar % 3 ? -1.3 : -2.4}Z`,
        "#15171b",
        0.85,
      );
  });
  sheet.add(
    new Sheet().piece(
      `${circle(0, 0, 176)}M-112 0a112 112 0 1 1 224 0a112 112 0 1 1 -224 0Z`,
      "#05070a",
      0.22,
    ),
    "translate(8 26)",
  );
  const wound = new Sheet();
  coil(wound, art, 146, chance);
  sheet.add(wound, "translate(0 14)");
  film(sheet, w + 34, h + 62, chance);
  const tilt = between(chance, -3, 3);
  return new Sheet().add(sheet, `rotate(${tilt.toFixed(1)}) scale(1.06)`).made({
    finish: "paper",
    round: 4,
    lift: 12,
    close: { x: 40, y: 40, near: 2 },
    detail: { x: -110, y: -200, near: 2.1 },
  });
}

/** Clear film over everything: sealed edges, a hole to hang it by, and its creases in the light. */
function film(sheet: Sheet, w: number, h: number, chance: Random): void {
  const edge = rounded(0, -10, w, h, 6);
  sheet.paint += `<path d="${edge}" fill="#ffffff" fill-opacity="0.13"/>`;
  sheet.over += `<path d="${edge}" fill="#f4f8fb" fill-opacity="0.05" stroke="#ffffff" stroke-opacity="0.55" stroke-width="1.6"/>`;
  sheet.over += `<path d="M${-w / 2 + 4} ${-h / 2 + 6}H${w / 2 - 4}M${-w / 2 + 4} ${h / 2 - 22}H${w / 2 - 4}" stroke="#ffffff" stroke-opacity="0.5" stroke-width="9" stroke-dasharray="2 2.4"/>`;
  const shine = new Sheet();
  for (let gleam = 0; gleam < 9; gleam++) {
    const [x, y] = [between(chance, -w / 2 + 20, w / 2 - 90), between(chance, -h / 2 + 30, h / 2 - 90)];
    const [dx, dy, fat] = [between(chance, 20, 90), between(chance, 60, 190), between(chance, 4, 22)];
    const d = `M${x.toFixed(0)} ${(y + dy).toFixed(0)}Q${(x + dx * 0.3).toFixed(0)} ${(y + dy * 0.4).toFixed(0)} ${(x + dx).toFixed(0)} ${y.toFixed(0)}Q${(x + dx * 0.3 + fat).toFixed(0)} ${(y + dy * 0.4 + fat).toFixed(0)} ${x.toFixed(0)} ${(y + dy).toFixed(0)}Z`;
    shine.over += `<path d="${d}" fill="#ffffff" fill-opacity="${between(chance, 0.12, 0.34).toFixed(2)}"/>`;
  }
  sheet.within(edge, (inner) => void inner.add(shine, ""));
}

/** A spool from the side and above: two discs, and the string wound between them. */
export function reel(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  const R = 282;
  const disc = circle(0, 0, R);
  const plastic = mixed(art.accent, "#000000", 0.12);
  // The far disc, a little aside, gives the spool its depth.
  sheet.panel(circle(26, 34, R), shaded(plastic, -0.5), 0.4);
  const side = `M${-R * 0.94} 26A${R} ${R} 0 0 0 ${R * 0.72} ${R * 0.76}L${R * 0.98} ${R * 0.3}L${R * 0.9} -40Z`;
  sheet.within(circle(13, 17, R * 0.97), (inner) => {
    inner.piece(side, shaded(art.main, -0.3));
    for (let row = 0; row < 9; row++)
      turn(inner, circle(5 + row * 2.2, 7 + row * 2.9, R * 0.965), shaded(art.main, -0.25 + row * 0.03), 3.2);
  });
  sheet.panel(disc, plastic, 0.6);
  // Windows in the disc show the winding.
  const window = (angle: number) => {
    const at = (a: number, r: number) => `${(Math.cos(a) * r).toFixed(1)} ${(Math.sin(a) * r).toFixed(1)}`;
    const [from, to, low, high] = [angle + 0.14, angle + 0.9, 152, 256];
    return `M${at(from, low)}L${at(from, high)}A${high} ${high} 0 0 1 ${at(to, high)}L${at(to, low)}A${low} ${low} 0 0 0 ${at(from, low)}Z`;
  };
  for (let index = 0; index < 6; index++) {
    const d = window((index * Math.PI) / 3 + 0.2);
    sheet.piece(d, shaded(art.main, -0.55));
    sheet.within(d, (inner) => {
      for (let r = 150; r < 262; r += 5.2)
        turn(
          inner,
          circle(between(chance, -1, 1), between(chance, -1, 1), r),
          shaded(art.main, between(chance, -0.16, 0.05)),
          4,
        );
      inner.raise(d, -0.7);
    });
    sheet.line(d, shaded(plastic, -0.5), 2.5, 0.8);
  }
  sheet.line(circle(0, 0, R - 8), shaded(plastic, 0.25), 3, 0.6).raise(circle(0, 0, R - 10), 0.2);
  const paper = circle(0, 0, 136);
  sheet.panel(paper, art.trim, 0.3);
  sheet.within(paper, (print) => {
    print.piece("M-150 20L150 -50V150H-150Z", art.accent).piece("M-150 6L150 -64v14L-150 20Z", art.main);
    print
      .piece("M-74 -84h128v20h-128Z", mixed(art.trim, "#101216", 0.85))
      .piece("M-74 -54h78v9h-78Z", mixed(art.trim, "#101216", 0.6));
    for (let line = 0; line < 3; line++)
      print.piece(
        `M-60 ${54 + line * 16}h${110 - line * 24}v6h${-110 + line * 24}Z`,
        mixed(art.accent, "#ffffff", 0.8),
        0.9,
      );
  });
  sheet
    .panel(circle(0, 0, 36), shaded(plastic, -0.1), 0.7)
    .piece(circle(0, 0, 24), "#07090c")
    .raise(circle(0, 0, 24), -1);
  // The string's end, held by a notch.
  turn(
    sheet,
    `M${R * 0.66} ${-R * 0.72}Q${R * 0.9} ${-R * 1.16} ${R * 1.06} ${-R * 0.86}Q${R * 1.22} ${-R * 0.5} ${R * 1.02} ${-R * 0.28}`,
    art.main,
    4,
  );
  return sheet.made({
    finish: "plastic",
    round: 8,
    lift: 34,
    close: { x: 60, y: -120, near: 2 },
    detail: { x: -130, y: 150, near: 2.2 },
  });
}
