/** A player, and the line of rackets that a maker sells with their name. */
export interface Player {
  /** In lower case, as buyers type them. */
  readonly names: readonly string[];
  /** Words that titles of such rackets have. */
  readonly plays: string;
  /** Words that name the player in a title. */
  readonly signs?: readonly string[];
}

/**
 * Players whose rackets buyers ask for by name. What a player holds in matches may be an older frame in new paint, so
 * each has the line that their maker advertises with them. Sources: essentiallysports.com, "Federer, Nadal and Djokovic:
 * racquets and tensions"; sportshubbub.com, "Tennis racquets pros actually use" (Murray);
 * tennisopinionworldwide.wordpress.com, "Classic racquet review" (Sampras, S. Williams). The others are own knowledge, as
 * in db/data/models/aliases.csv.
 */
export const PLAYERS: readonly Player[] = [
  { names: ["federer", "roger federer"], plays: "pro staff", signs: ["rf", "rf97"] },
  { names: ["sampras", "pete sampras"], plays: "pro staff" },
  { names: ["nadal", "rafael nadal", "rafa nadal"], plays: "pure aero", signs: ["rafa"] },
  { names: ["alcaraz", "carlos alcaraz"], plays: "pure aero" },
  { names: ["djokovic", "novak djokovic", "djoko"], plays: "head speed" },
  { names: ["sinner", "jannik sinner"], plays: "head speed" },
  { names: ["murray", "andy murray"], plays: "head radical" },
  { names: ["agassi", "andre agassi"], plays: "head radical" },
  { names: ["serena", "serena williams"], plays: "wilson blade" },
  { names: ["tsitsipas", "stefanos tsitsipas"], plays: "wilson blade" },
  { names: ["sabalenka", "aryna sabalenka"], plays: "wilson blade" },
  { names: ["swiatek", "iga swiatek", "świątek", "iga świątek"], plays: "tempo", signs: ["iga"] },
  { names: ["medvedev", "daniil medvedev", "medwedew"], plays: "t-fight", signs: ["tfight"] },
  { names: ["kyrgios", "nick kyrgios"], plays: "ezone" },
  { names: ["osaka", "naomi osaka"], plays: "ezone" },
  { names: ["ruud", "casper ruud"], plays: "ezone" },
  { names: ["wawrinka", "stan wawrinka"], plays: "vcore" },
  { names: ["rybakina", "elena rybakina"], plays: "vcore" },
  { names: ["thiem", "dominic thiem"], plays: "pure strike" },
  { names: ["roddick", "andy roddick"], plays: "pure drive" },
];
