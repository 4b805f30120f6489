import { expect, test } from "vitest";
import { isForServices, isService, typeBySigns, typeOfGroup } from "./titles.ts";

test.each<[string, string | null | undefined]>([
  // What comes with an article is not the article.
  ["Wilson racket + vibration dampener", "racket"],
  ["Wilson Blade 98 16x19 new overgrip", "racket"],
  ["Wilson Blade 98 16x19, overgrip", "racket"],
  ["Yonex Percept 300 g, Tasche", undefined],
  ["Tennisschläger mit Hülle", "racket"],
  ["Tennisracket met hoes", "racket"],
  ["Raquette avec housse", "racket"],
  ["Saite für Schläger", "string"],
  ["Wandhalter für Schläger", null],
  ["Wilson overgrip, 16x19", "accessory"],
  ["Head backpack 290 g", "bag"],
  ["Dose mit 4 Tennisbällen", "ball"],
  ["Tube de 4 balles", "ball"],
  ["Black & white polo", "clothes"],
  ["Babolat Pure Drive 2021 mit Hülle", undefined],
  ["Head Tour Padel-/Tennistasche", "bag"],
  ["Head tennis and padel bag", "bag"],
  ["Training balls", "ball"],
  ["Nike training shirt", "clothes"],
  ["Shoe bag", "bag"],
  // What the shop does not have.
  ...[
    ...[
      "Racket restringing service",
      "Besaitung Luxilon Alu Power",
      "Voucher tennis racket 50",
      "Gift cards racket",
    ],
    ...[
      "Testschläger Leihgebühr Schläger",
      "Raquette de tennis de table",
      "Table tennis balls",
      "Gutschein 50",
    ],
    ...[
      "Geschenkgutschein Schläger",
      "Cadeaukaart racket",
      "Chèque cadeau raquette",
      "Tennisles racket",
      "Racket huur",
    ],
    ...[
      "Padel racket",
      "Padelschläger",
      "Squash strings",
      "Padel tennis racket",
      "Tennis training",
      "Golf balls",
    ],
    ...[
      "Suche Babolat Schläger",
      "Gezocht: Wilson racket",
      "Wanted: Head racket",
      "Asics shoes",
      "Bespanservice",
    ],
  ].map((title): [string, null] => [title, null]),
])("the title %s says %s", (title, type) => {
  expect(typeBySigns(title)).toBe(type);
});

test("a group for tennis and another sport says nothing, and one for another sport is none of the shop's", () => {
  expect(typeOfGroup("Padel & tennis rackets")).toBeUndefined();
  expect(typeOfGroup("Squash")).toBeNull();
  expect(typeOfGroup("Training")).toBeUndefined();
});

test.each<[string, string | undefined]>([
  ["Racket Strings", "string"],
  ["Tennis Racquet String", "string"],
  ["Schläger-Saiten", "string"],
  ["Schlägersaiten", "string"],
  ["Racketsnaren", "string"],
  ["Cordage raquette", "string"],
  ["Cordages de raquettes", "string"],
  ["Strings for rackets", "string"],
  ["Racquet Grips", "accessory"],
  ["Schlägergriffbänder", "accessory"],
  ["Grips raquette", "accessory"],
  ["String savers", "accessory"],
  ["Ball hoppers", "accessory"],
  ["Racket accessories", "accessory"],
  ["Accessoires raquettes", "accessory"],
  ["Racquet bags", "bag"],
  ["Sacs raquettes", "bag"],
  ["Tennis rackets", "racket"],
  ["Raquettes de tennis", "racket"],
  ["Rackets, grip 3", "racket"],
  ["Tennis balls", "ball"],
])("the head noun of the group %s decides: %s", (group, type) => {
  expect(typeOfGroup(group)).toBe(type);
});

test("services and vouchers are none of the shop's things; what was rented may be", () => {
  for (const title of ["Racket restring", "Besaitung inkl. Saite", "Pose de cordage", "Bespanservice"])
    expect(isService(title)).toBe(true);
  for (const title of ["Gift card 50", "Wertgutschein", "Cadeaubon", "Chèque cadeau", "Leçon particulière"])
    expect(isService(title)).toBe(true);
  for (const title of ["Racket bespannen", "Bespannen incl. snaar", "Verzendkosten", "Frais de port"])
    expect(isService(title)).toBe(true);
  for (const title of [
    "Head Speed bespannen met RPM",
    "Racket bespannen met RPM",
    "Head Speed, postage paid",
  ])
    expect(isService(title)).toBe(false);
  for (const title of ["Ex-rental Wilson Blade", "Stringing machine", "Wilson Clash mit Service"])
    expect(isService(title)).toBe(false);
  expect(isForServices("Diensten")).toBe(true);
  expect(isForServices("Strings & services")).toBe(false);
});
