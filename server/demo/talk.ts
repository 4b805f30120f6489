/** What the people of the demo shop have said to and about each other. */
import { antoine } from "./sellers/antoine.ts";
import { camille } from "./sellers/camille.ts";
import { frauke } from "./sellers/frauke.ts";
import { harriet } from "./sellers/harriet.ts";
import { jeroen } from "./sellers/jeroen.ts";
import { lukas } from "./sellers/lukas.ts";
import { marcus } from "./sellers/marcus.ts";
import { sanne } from "./sellers/sanne.ts";

export const SELLERS = [sanne, jeroen, lukas, frauke, camille, antoine, harriet, marcus] as const;

export type Username = (typeof SELLERS)[number]["username"];
export type ListingName =
  | (typeof SELLERS)[number]["rackets"][number]["name"]
  | (typeof SELLERS)[number]["things"][number]["name"];

interface DemoReview {
  readonly by: Username;
  readonly of: Username;
  readonly rating: 1 | 2 | 3 | 4 | 5;
  readonly days: number;
  readonly comment: string;
}

export const REVIEWS: readonly DemoReview[] = [
  {
    by: "marcus_atx",
    of: "harriet",
    rating: 5,
    days: 6,
    comment: "Honest photos, a fair price, and she even threw in a fresh overgrip. Third racket I buy here.",
  },
  {
    by: "jeroen_b",
    of: "sanne",
    rating: 5,
    days: 30,
    comment: "Racket was precies zoals beschreven, netjes ingepakt en de volgende dag in huis.",
  },
  {
    by: "harriet",
    of: "sanne",
    rating: 5,
    days: 92,
    comment: "Posted to Wimbledon in three days, beautifully wrapped. A pleasure.",
  },
  {
    by: "sanne",
    of: "jeroen_b",
    rating: 4,
    days: 55,
    comment: "Fijn contact. Grip was wat dunner dan ik dacht, verder helemaal tevreden.",
  },
  {
    by: "frauke_hh",
    of: "lukas.k",
    rating: 5,
    days: 25,
    comment: "Sehr freundlich, hat sogar noch ein Griffband dazugelegt.",
  },
  {
    by: "marcus_atx",
    of: "lukas.k",
    rating: 4,
    days: 140,
    comment: "Accurate photos. Customs took a while, not his fault.",
  },
  {
    by: "lukas.k",
    of: "frauke_hh",
    rating: 5,
    days: 80,
    comment: "Kinderschläger wie neu, schnelle Antwort, gerne wieder.",
  },
  {
    by: "sanne",
    of: "frauke_hh",
    rating: 5,
    days: 15,
    comment: "Super snelle reactie en een keurig juniorracket.",
  },
  {
    by: "antoine75",
    of: "camille",
    rating: 5,
    days: 47,
    comment: "Raquette impeccable, échange très agréable place Bellecour.",
  },
  {
    by: "jeroen_b",
    of: "camille",
    rating: 4,
    days: 200,
    comment: "Good racket and honest about the scratches. Parcel was a bit late.",
  },
  {
    by: "camille",
    of: "antoine75",
    rating: 5,
    days: 68,
    comment: "Passionné et de bon conseil. Le cadre est exactement comme annoncé.",
  },
  {
    by: "harriet",
    of: "antoine75",
    rating: 3,
    days: 260,
    comment: "Lovely racket, but it took two reminders before it was posted.",
  },
  { by: "antoine75", of: "harriet", rating: 5, days: 112, comment: "Perfect seller, very quick. Thank you!" },
  {
    by: "frauke_hh",
    of: "harriet",
    rating: 5,
    days: 35,
    comment: "Alles bestens, und der Schläger riecht tatsächlich ein bisschen nach Wimbledon.",
  },
  {
    by: "lukas.k",
    of: "marcus_atx",
    rating: 4,
    days: 175,
    comment: "Fair price and a good packing job for the long way to Cologne.",
  },
];

/** Who keeps an eye on what. */
export const FAVORITES: Readonly<Record<Username, readonly ListingName[]>> = {
  sanne: [
    "Head Speed Junior 26",
    "Wilson Pro Staff 97 v14",
    "Yonex Percept 97",
    "Solinco Whiteout 305",
    "Babolat RPM Blast 1.25, haspel 200 m",
    "Fila Trainingsanzug Heritage",
  ],
  jeroen_b: [
    "Wilson Blade 98 16x19 v8",
    "Wilson Pro Staff RF97 Autograph",
    "Yonex Percept 97",
    "Starting Clamp",
  ],
  "lukas.k": ["Wilson Pro Staff RF97 Autograph, paire appairée", "Yonex EZONE 98 (2022)"],
  frauke_hh: ["Head Radical MP (2023)", "Babolat Pure Drive Junior 26", "Head Tour Racquet Bag L"],
  camille: [
    "Babolat Pure Aero (2023)",
    "Wilson Clash 98 v2",
    "Wilson Blade 100 v9",
    "Nike Court Dress, all white",
    "Dunlop Fort Elite, tube de 4",
  ],
  antoine75: ["Babolat Pure Drive (2021)", "Wilson Pro Staff 97 v14", "Wilson nSix-One 95 16x18"],
  harriet: [
    "Yonex VCORE Pro 97 (310)",
    "Wilson Pro Staff 85",
    "Lacoste jupe plissée",
    "Babolat VS Team 1.25",
  ],
  marcus_atx: [
    "Yonex Percept 97",
    "Wilson Pro Staff RF97 Autograph",
    "Head Prestige Classic 600",
    "Wilson RF DNA 12 Pack",
    "Dunlop ATP, koker van 4",
  ],
};

/** What these cost before, in euros: whoever likes them is told in the shop's first minute that they cost less. */
export const PRICE_DROPS: readonly (readonly [name: ListingName, wasEuros: number])[] = [
  ["Wilson Pro Staff 97 v14", 185],
  ["Yonex Percept 97", 179],
  ["Solinco Whiteout 305", 175],
  ["Wilson Blade 100 v9", 220],
];
