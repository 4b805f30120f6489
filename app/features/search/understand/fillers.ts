import type { DateFilter } from "#app/domain/search.ts";

export const DATE_WORDS: ReadonlyMap<string, DateFilter> = new Map([
  ...["today", "heute", "vandaag", "aujourd'hui", "aujourd’hui"].map((word) => [word, "today"] as const),
  ...["this week", "last week", "diese woche", "letzte woche", "deze week", "cette semaine"].map(
    (word) => [word, "week"] as const,
  ),
  ...["this month", "last month", "diesen monat", "deze maand", "ce mois", "ce mois-ci"].map(
    (word) => [word, "month"] as const,
  ),
]);

/** Each word as `vocabularyKey` writes it: in lower case without accents, apostrophes and hyphens. */
const WORDS: Readonly<Record<string, string>> = {
  names: "tennis",
  english: `a an the some any my our your his her their me you i we they he she it is are am was be been for with of in
    on or and to at by from this that these those who what which whats how much many have has had having do does
    did got get gets there here im id ive hi hello hey please thanks fit fits fitting hold holds suitable easy real proper
    need needs needed want wants wanted looking look lookin find finding search searching seeking show give something
    anything good best better nice great decent cheap cheapest affordable inexpensive budget price priced prices bargain
    deal deals kind type sort main also just only very really quite can could would should will like offer offers
    available stock item items gear stuff play player players playing use but range either brand
    anybody anyone someone pls plz weighing costing costs where google going against siri alexa ok okay ideally`,
  german: `ein eine einen einem einer eines der die das den dem des fur mit und oder im in von vom zum zur zu an auf ich du
    er sie wir ihr es mein meine meinen meiner meinem dein deine sein seine unser unsere habe hast hat habt haben gibt
    suche sucht brauche braucht brauchen mochte mochten hatte hatten gern gerne will wollen bitte gut gute guter gutes guten
    gunstig gunstige gunstiger gunstiges gunstigen billig billige billiger billiges preiswert preiswerte passend passende passt reicht kostet wo
    welche welcher welches welchen was wer wie kann konnte wurde noch auch nur sehr schone schones schoner preis preise entweder aber gegen`,
  dutch: `een het de der den te voor met en of van in op aan uit bij ik jij je jullie wij we hij zij er zijn is heb heeft
    hebt hebben ben naar had zoek zoekt zoeken gezocht nodig wil willen graag goed goede beste goedkoop goedkope goedkoopste
    betaalbaar betaalbare passen past passend passende welk welke wat wie hoe mijn jouw zijn haar onze ons deze dit die dat
    ook nog maar heel erg mooie mooi prijs prijzen hallo ofwel maar tegen`,
  french: `un une le la les d du des de en au aux a pour avec et ou je tu il elle on nous vous ils ce cet cette ces
    est es sont ai as avez avons ont y que qui quoi quel quelle quels quelles mon ma mes ton ta tes son sa ses
    notre votre leur cherche cherchons recherche trouver veux voudrais quelqu aimerais aimerait besoin souhaite faut bon bonne bons bonnes pas cher
    chere chers cheres abordable abordables prix petit comment combien aussi tres plutot svp bonjour contre comme chez plait soit mais`,
};

/** What is said of all gear here: that it is sold or wanted, and was used. */
const SALE: Readonly<Record<string, string>> = {
  english: `buy buying sell selling sells sale sales sold wts wtb used secondhand 2ndhand preowned preloved second 2nd
    hand pre owned loved thrift thrifted reused`,
  german: `kaufen kaufe kauf ankauf gekauft verkaufen verkaufe verkauft verkauf zuverkaufen biete bieten abzugeben gesucht
    gebraucht gebrauchte gebrauchter gebrauchtes gebrauchten gebrauchtware zweite zweiter 2te`,
  dutch: `kopen koop koopt gekocht verkopen verkoop verkocht tekoop aangeboden gebruikt gebruikte tweedehands tweedehandse
    tweede 2dehands 2ehands 2ehandse 2dehandse 2de 2e hands hand`,
  french: `acheter achete achat vendre vends vend vente avendre occasion occasions occas occaz doccasion doccas seconde
    2nde 2eme deuxieme main usage usagee`,
};

export const FILLERS: ReadonlySet<string> = new Set(
  [...Object.values(WORDS), ...Object.values(SALE)].flatMap((list) => list.trim().split(/\s+/)),
);

/** Phrases whose words mean something else when they stand alone. */
export const FILLER_PHRASES: readonly string[] = [
  // "Kind" alone is German and Dutch for a child.
  ...[
    "kind of",
    "kinds of",
    "what kind",
    "like to",
    "all the",
    "all of",
    "all your",
    "tous les",
    "toutes les",
  ],
  ...[
    "ex demo",
    "not expensive",
    "not too expensive",
    "not very expensive",
    "not too pricey",
    "second hand",
    "for sale",
  ],
  ...["nicht teuer", "nicht zu teuer", "nicht so teuer", "aus zweiter hand", "zu verkaufen", "im angebot"],
  ...["niet duur", "niet te duur", "niet zo duur", "uit tweede hand", "te koop", "in de aanbieding"],
  ...[
    "pas cher",
    "pas chère",
    "pas chers",
    "pas chères",
    "pas trop cher",
    "pas trop chère",
    "pas trop chers",
  ],
  ...[
    "pas trop chères",
    "à vendre",
    "en vente",
    "de seconde main",
    "bon marché",
    "y a-t-il",
    "est-ce que",
    "montre moi",
    "montrez moi",
  ],
];

/** The words before a preposition name the item, and those after it describe the item ("sac pour raquettes"). */
export const PREPOSITIONS: ReadonlySet<string> = new Set(
  "for with of in against fur mit von gegen voor met van tegen pour avec contre de du des d a".split(" "),
);

/** Of these, the ones before something that comes with an item, or that it is for ("raquette avec housse"). */
export const ACCOMPANYING: ReadonlySet<string> = new Set(
  "for with against fur mit gegen voor met tegen pour avec contre".split(" "),
);
