import { editDistance } from "./edit-distance.ts";

/** Names that look official in one of the five languages, and the names that pages show for deleted users. */
const TITLES = [
  ["admin", "administrator", "administration", "beheerder", "administrateur", "root", "sysadmin", "system"],
  ["moderator", "moderation", "moderateur", "mod", "mods", "staff", "official", "webmaster"],
  ["support", "helpdesk", "service", "customerservice", "customersupport", "postmaster", "hostmaster"],
  ["klantenservice", "kundenservice", "kundendienst", "serviceclient", "hulp", "hilfe", "aide"],
  ["secondserve", "secondserveteam", "secondservesupport", "noreply", "security", "abuse", "billing"],
  ["payment", "payments", "legal", "privacy", "everyone", "null", "undefined", "unknownuser", "tennisuser"],
  ["deleteduser", "verwijderdegebruiker", "geloschternutzer", "geloschterbenutzer", "utilisateursupprime"],
].flat();

/** The first parts of the site's URL paths, without the categories. A test compares them with app/routes.ts. */
const PATHS = [
  [
    "api",
    "assistant",
    "auth",
    "buy",
    "cart",
    "chat",
    "deals",
    "dev",
    "events",
    "favorites",
    "healthz",
    "help",
    "listings",
    "mail",
    "manifestwebmanifest",
    "me",
    "messages",
    "models",
    "modelsjson",
  ],
  [
    "imprint",
    "metrics",
    "myearnings",
    "mylistings",
    "notifications",
    "offers",
    "offline",
    "og",
    "operator",
    "orders",
    "photos",
    "preferences",
    "profile",
    "questions",
    "readyz",
    "recentlyviewed",
    "report",
    "reports",
    "returntoapp",
    "reviews",
    "safety",
    "search",
  ],
  [
    "robotstxt",
    "sell",
    "sellbusiness",
    "sellers",
    "session",
    "signout",
    "sitemaps",
    "sitemapxml",
    "statements",
    "terms",
  ],
].flat();

const STANDS_FOR: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "!": "i",
  "|": "i",
  $: "s",
  l: "i",
};

/** Cyrillic, Greek, Armenian and small capital letters, and the Latin ones that they look like. */
const LOOKS = new Map(
  [
    ["a", "аαᴀ"],
    ["c", "сϲᴄ"],
    ["d", "ԁᴅđð"],
    ["e", "еєεᴇ"],
    ["i", "іιıɪ"],
    ["k", "кκᴋ"],
    ["m", "мᴍ"],
    ["n", "пηոɴ"],
    ["o", "оοօᴏø"],
    ["p", "рρᴘ"],
    ["r", "гʀɾ"],
    ["s", "ѕꜱʂ"],
    ["t", "тτᴛ"],
    ["u", "υսᴜ"],
    ["v", "ѵνᴠ"],
  ].flatMap(([latin = "", others = ""]) => [...others].map((letter) => [letter, latin] as const)),
);

/** "l" becomes "i", because it looks like "I", and letters that look like Latin ones become these. */
function lettersOf(name: string): string {
  const letters = name.normalize("NFD").toLowerCase().replace(/l/g, "i");
  return letters.replace(/\P{L}/gu, "").replace(/[^a-z]/gu, (letter) => LOOKS.get(letter) ?? letter);
}

/** Like `bare`, with digits and signs replaced by the letters that they imitate. */
function withoutImitations(name: string): string {
  return lettersOf(name.toLowerCase().replace(/[013457!|$l]/g, (one) => STANDS_FOR[one] ?? one));
}

const RESERVED = new Set([...TITLES, ...PATHS].map(lettersOf));

/**
 * Whether a name looks like the shop's own, even with other separators, numbers or accents. A name in the form of an id
 * is reserved too, because it would be read as an id.
 */
export function isReservedName(name: string): boolean {
  if (/^[0-9a-f]{32}$/i.test(name.replace(/[\s{}_-]/g, ""))) return true;
  return RESERVED.has(lettersOf(name)) || RESERVED.has(withoutImitations(name.replace(/[\s\d._-]+$/, "")));
}

const SHOP = lettersOf("secondserve");

const OFFICIAL = new Set(
  [
    ["support", "helpdesk", "moderator", "admin", "official", "customerservice", "kundenservice"],
    ["klantenservice", "serviceclient"],
  ]
    .flat()
    .map(lettersOf),
);

/**
 * Whether an allowed name still imitates the shop: it has the shop's name, perhaps with so many wrong letters, or a word
 * like "support". People may have such names by chance, so moderators look at them.
 */
export function imitatesShop(name: string, wrong = 1): boolean {
  const letters = withoutImitations(name.replace(/2nd/gi, "second"));
  for (let at = 0; at + SHOP.length - wrong <= letters.length; at++)
    for (let length = SHOP.length - wrong; length <= SHOP.length + wrong; length++)
      if (editDistance(letters.slice(at, at + length), SHOP, wrong) <= wrong) return true;
  return name.split(/[\s._-]+/).some((word) => OFFICIAL.has(withoutImitations(word)));
}

/** Scripts with letters that look alike, such as the Latin and the Cyrillic "a". */
const ALIKE = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
  /\p{Script=Deseret}/u,
];

/** Whether a name mixes two scripts that look alike, which serves only to imitate another name. */
export function mixesScripts(name: string): boolean {
  return ALIKE.filter((script) => script.test(name)).length > 1;
}
