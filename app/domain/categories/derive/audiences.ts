import type { Audience } from "../field-kinds.ts";

/** Words of the five languages that name an audience in a search, in lower case. */
export const AUDIENCE_WORDS: Readonly<Record<Audience, readonly string[]>> = {
  adults: ["adult", "adults", "senior", "erwachsene", "erwachsenen", "volwassenen", "adulte", "adultes"],
  children: [
    ...[
      "kid",
      "kids",
      "kid's",
      "kids'",
      "child",
      "children",
      "children's",
      "jr", "teen", "teens", "teenager", "teenagers", "ado", "ados", "tiener", "tieners", "kleinkind", "bambini", "junior",
      "juniors",
      "youth",
      "toddler",
    ],
    ...["kind", "kinder", "kindern", "jugend", "jugendliche", "kinderen", "jeugd"],
    ...["enfant", "enfants", "jeune", "jeunes", "my son", "meinen sohn", "meine tochter", "mon fils"],
    ...["ma fille", "mijn zoon", "mijn dochter", "my daughter", "son", "sohn", "zoon", "daughter"],
    ...["tochter", "dochter"],
  ],
  boys: [
    "boy",
    "boys",
    "boy's",
    "boys'",
    "junge",
    "jungen",
    "jungs",
    "jongen",
    "jongens",
    "garcon",
    "garcons",
  ],
  girls: ["girl", "girls", "girl's", "girls'", "madchen", "meisje", "meisjes", "fille", "filles"],
  men: [
    ...["men", "man", "mens", "men's", "male", "herren", "herr", "manner", "heren", "mannen"],
    ...["homme", "hommes"],
  ],
  women: [
    ...["women", "woman", "womens", "women's", "woman's", "ladies", "lady", "female", "damen", "frauen"],
    ...["dame", "dames", "vrouw", "vrouwen", "femme", "femmes"],
  ],
};
