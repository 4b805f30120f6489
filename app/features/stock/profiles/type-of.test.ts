// What an article is by its title alone, as shops write titles in five languages.
import { expect, test } from "vitest";
import { brandInTitle } from "./brand-of.ts";
import { typeOfArticle } from "./type-of.ts";

function typeOf(title: string, ...categories: string[]): string | undefined {
  return typeOfArticle(categories, title, brandInTitle(title) ?? "");
}

/** A noun that no list has: the article is asked about, or is none of the shop's. */
const ONLY_SEEMING = `
Tennis Racquet Wall Display Bracket | Tennis Ball Cufflinks | Kong AirDog Squeaker Tennis Ball | Ball Launcher for Dogs
Tennis Ball Chair Glides Grey Set of 16 | Windscreen Court 2 x 12 m | Tennis Racket Bottle Opener | Chocolate Balls 200 g
Tennis Ball Bean Bag Chair | Racket Electric Fly Swatter | Mini Racket Signed Roger Federer Autograph
Ball Tube Holder for Fence | String Tension Tester | Tennis Racket Shaped Serving Board | Tennis Ball Soap 100g
Wilson Blade Scooter | Head Speed Skis 170 cm | Guitar Strings 12-53 | Bed Frame Metal | Bag Tag Wilson
Wilson Roland Garros Mini Jumbo Ball Signature Pen Set | Racket Head Guard Cutter Machine | Sock Drawer Organiser
Hondenspeelgoed tennisbal | Elektrische vliegenmepper racket | Tennisracket broche | Boodschappentas jute
Gitaarsnaren nylon | Handtas dames zwart | Rackethouder | Fotolijst tennisracket
Kette mit Tennisschläger Anhänger | Fliegenklatsche elektrisch Tennisschläger | Schokolade Tennisbälle
Tennissocken Schrank | Flaschenöffner Tennisschläger | Gitarrensaiten Satz | Einkaufstasche Baumwolle
Schläger Wandregal Holz | Tennisball Schneidbrett | Eishockeyschläger Bauer | Schlägerhalter Wand
Support mural raquette | Panier à linge raquette | Filet de tennis 12 m | Tapette à mouches raquette électrique
Raquette anti-moustique | Miroir raquette de tennis ancien | Sac à main cuir | Porte-clés balle | Raquette à neige TSL
`;

const GEAR: Readonly<Record<string, string>> = {
  racket: `Head Speed MP 2022 Tennis Racket | Vintage Wooden Tennis Racket Dunlop Maxply | Wilson Blade 98 16x19 V8
    Head Kinderschläger Novak 23 | Tennisschläger Fischer Vacuum Pro 98 | Tennisracket kind 25 inch Head
    Raquette tennis Wilson Clash 108 | Wilson Roger Federer 25 raquette enfant | Yonex Percept 97 Griffstärke 3`,
  string: `Luxilon Alu Power 125 12m Set | Tennissaite Luxilon Big Banger Original | Snarenset Luxilon 4G
    Cordage Solinco Tour Bite jauge 1.25 | Babolat Touch VS boyau naturel 12m | Tennis strings Wilson Sensation 16`,
  bag: `Babolat Pure Wimbledon RH9 | Tennis tote bag navy | Head Tennisrucksack Junior | Rackettas Wilson Clash 6
    Sac de tennis Babolat 12 raquettes | Vintage Slazenger racket cover`,
  ball: `Used tennis balls 50 | Tennisbälle Kinder Stage 3 rot 12er | Tennisballen gebruikt 60 stuks
    Balles de tennis usagées lot de 40 | Wilson US Open Extra Duty 3 Ball Can`,
  clothes: `Girls tennis skirt pink age 8 | Nike Herren Tennis T-Shirt Rafa | Tennisrok Wilson maat M zwart
    Short tennis garçon Babolat 10 ans | Polo Fila Borg vintage`,
  accessory: `Wilson Shock Trap vibration dampener | Overgrips Tourna mega tac | Dämpfer Head Zverev
    Zweetbandjes Adidas wit | Antivibrateur Babolat Loony Damp`,
};

const titlesIn = (text: string) =>
  text
    .split(/[|\n]/)
    .map((title) => title.trim())
    .filter(Boolean);

test("a title in which a word for gear stands beside an unknown noun says no type", () => {
  const wrong = titlesIn(ONLY_SEEMING).filter((title) => typeOf(title));
  expect(wrong).toEqual([]);
});

test("the titles of gear say its type", () => {
  const said = Object.entries(GEAR).map(([type, titles]) => [
    type,
    titlesIn(titles).filter((title) => typeOf(title) !== type),
  ]);
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(Object.keys(GEAR).map((type) => [type, []])));
});

test("a category says the type, unless the title has another noun behind the word for it", () => {
  expect(typeOf("Speed MPL Trisys Foo", "Tennis > Rackets")).toBe("racket");
  expect(typeOf("Racket Wall Display", "Tennis > Rackets")).toBeUndefined();
  expect(typeOf("Tennis Ball Cufflinks", "Tennis > Balls")).toBeUndefined();
  expect(typeOf("Racket Wall Display", "Tennis accessories")).toBe("accessory");
});
