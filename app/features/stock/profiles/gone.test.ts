import { expect, test } from "vitest";
import { goneInRemark, goneInTitle } from "./gone.ts";

test.each([
  ["Wilson Clash 100 v2 - VERKOCHT", "ended"],
  ["VERKAUFT Head Speed Pro", "ended"],
  ["Yonex EZONE 98 (SOLD)", "ended"],
  ["Head Gravity Pro VENDU", "ended"],
  ["Raquette Head, vendue", "ended"],
  ["Head SOLD Speed", "ended"],
  ["Babolat Pure Strike RESERVIERT", "sold_out"],
  ["gereserveerd: Head Boom", "sold_out"],
  ["Head Boom (réservé)", "sold_out"],
  ["Head Speed, sold out", "sold_out"],
  ["Wilson Reserve tee", null],
  ["Raquette vendue avec housse", null],
  ["Lot VENDU en l'état", null],
  ["Racket sold with cover", null],
  ["Schläger wird verkauft", null],
  ["Head Speed not sold", null],
])("the title %s says %s", (title, reason) => {
  expect(goneInTitle(title)).toBe(reason);
});

test.each([
  ["VERKAUFT an Hr. Meier", "ended"],
  ["vendue le 3/11", "ended"],
  ["Used. Sold to Declan, collects Friday", "ended"],
  ["Bereits verkauft", "ended"],
  ["helaas verkocht", "ended"],
  ["<p>Helaas verkocht</p>", "ended"],
  ["verkocht en opgehaald", "ended"],
  ["réservé Mme Dupont", "sold_out"],
  ["gereserveerd voor Karin", "sold_out"],
  ["Wird verkauft, weil neu gekauft", null],
  ["Verkauft wird ein Schläger", null],
  ["vendu avec sa housse", null],
  ["Réservé aux joueurs confirmés", null],
  ["noch nicht verkauft", null],
  ["niet verkocht", null],
  ["reserviert: 1 Stück", null],
  ["2 verkauft", null],
  [`${"A racket for all. ".repeat(20)}Sold here since 1990.`, null],
])("the remark %s says %s", (remark, reason) => {
  expect(goneInRemark(remark)).toBe(reason);
});
