/** Dresses, laid flat. */
import { mixed, shaded } from "../colors.ts";
import { random } from "../random.ts";
import type { ThingArt } from "./art.ts";
import { pleats } from "./bottoms.ts";
import { creases, hem, inside, label, rays, waves } from "./garment.ts";
import { type Drawing, Sheet } from "./sheet.ts";

/** A sleeveless tennis dress: a close top, a seam at the waist, a wide skirt. */
export function dress(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  const kids = art.cut === "kids";
  const [bust, waist, wide, top, middle, bottom] = kids
    ? [130, 122, 240, -310, -30, 250]
    : [148, 116, 268, -390, -60, 360];
  const strap = 96;
  const neck = chance() < 0.5 ? 70 : 104;
  inside(
    sheet,
    `M${-strap + 6} ${top + 8}Q0 ${top + 60} ${strap - 6} ${top + 8}L${bust - 40} ${top + 148}L60 ${top + 210}H-60L${-bust + 40} ${top + 148}Z`,
    art.main,
  );
  label(sheet, [0, top + 40], 32, 14, mixed(art.main, "#ffffff", 0.75));
  const bodice = `M${-strap - 14} ${top}L${-strap + 30} ${top + 4}Q${-30} ${top + neck * 1.7} 0 ${top + neck * 1.7}Q30 ${top + neck * 1.7} ${strap - 30} ${top + 4}L${strap + 14} ${top}Q${strap + 2} ${top + 120} ${bust} ${top + 158}Q${waist + 4} ${middle - 90} ${waist} ${middle}H${-waist}Q${-waist - 4} ${middle - 90} ${-bust} ${top + 158}Q${-strap - 2} ${top + 120} ${-strap - 14} ${top}Z`;
  const skirt = `M${-waist} ${middle - 6}H${waist}Q${waist + 60} ${middle + 130} ${wide} ${bottom}Q0 ${bottom + 44} ${-wide} ${bottom}Q${-waist - 60} ${middle + 130} ${-waist} ${middle - 6}Z`;
  const pleated = chance() < 0.45;
  sheet.piece(skirt, art.main);
  sheet.within(skirt, (inner) => {
    if (pleated) pleats(inner, [middle, bottom], [waist, wide], 9, art.main);
    if (chance() < 0.6)
      inner.line(`M${-wide} ${bottom - 12}Q0 ${bottom + 32} ${wide} ${bottom - 12}`, art.accent, 12);
    waves(inner, [-wide + 50, middle + 30, wide - 50, bottom], chance, pleated ? 4 : 9, pleated ? 0.7 : 1.3);
    for (const x of [-80, -40, 0, 45, 85])
      inner.fold([x, middle], [x * 1.7, middle + 110 + chance() * 60], chance() * 16 - 8, 9, 0.4);
    hem(inner, `M${-wide} ${bottom}Q0 ${bottom + 44} ${wide} ${bottom}`, art.main, "0 -12");
  });
  sheet.panel(bodice, art.main, 0.3);
  sheet.within(bodice, (inner) => {
    if (chance() < 0.5) {
      for (const side of ["", "scale(-1 1)"])
        inner.add(
          new Sheet()
            .piece(
              `M${bust - 36} ${top}Q${waist - 50} ${middle - 120} ${waist - 34} ${middle}H400V${top}Z`,
              art.accent,
            )
            .seam(`M${bust - 36} ${top}Q${waist - 50} ${middle - 120} ${waist - 34} ${middle}`),
          side,
        );
    }
    inner.line(bodice, mixed(art.main, art.accent, 0.85), 13);
    inner.seam(bodice, 1);
    rays(inner, [bust - 10, top + 166], 2.6, 0.7, chance, 4);
    rays(inner, [-bust + 10, top + 166], 0.5, 0.7, chance, 4);
    waves(inner, [-90, top + 200, 90, middle], chance, 4, 0.6);
    creases(inner, [-90, top + 120, 90, middle], chance, 4);
  });
  const belt = `M${-waist - 2} ${middle - 12}H${waist + 2}v18H${-waist - 2}Z`;
  sheet
    .panel(belt, chance() < 0.5 ? art.accent : shaded(art.main, -0.06), 0.4)
    .seam(`M${-waist} ${middle + 6}H${waist}`);
  const r = 8;
  sheet.panel(`M56 ${top + 200}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`, art.trim, 0.4);
  return sheet.made({
    finish: "knit",
    round: 8,
    lift: 11,
    close: { x: 10, y: top + 160, near: 2 },
    detail: { x: 110, y: bottom - 90, near: 2.2 },
  });
}
