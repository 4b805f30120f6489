/** What buyers and sellers of the demo shop have written to each other. */
import type { ListingName, Username } from "./talk.ts";

interface DemoChat {
  readonly about: ListingName;
  readonly buyer: Username;
  /** Who wrote, how many minutes ago, what. */
  readonly messages: readonly (readonly [by: Username, minutes: number, text: string])[];
  /** The last so many messages have not been read by whom they were written to. */
  readonly unread: number;
}

const HOUR = 60;
const DAY = 24 * HOUR;

export const CHATS: readonly DemoChat[] = [
  {
    about: "Wilson Blade 98 16x19 v8",
    buyer: "jeroen_b",
    messages: [
      [
        "jeroen_b",
        2 * DAY + 95,
        "Hoi Sanne, is de Blade er nog? En hoe zit het met het gewicht, is daar iets aan toegevoegd?",
      ],
      [
        "sanne",
        2 * DAY + 61,
        "Hoi! Ja, is er nog. Geen lood, alleen een overgrip. Met snaren weegt hij bij mij 323 gram.",
      ],
      [
        "jeroen_b",
        2 * DAY + 50,
        "Top, dat is wat ik zoek. Zou je er 105 voor willen hebben als ik hem zelf kom halen?",
      ],
      ["sanne", 2 * DAY + 12, "Voor 110 mag hij mee, dan doe ik er een nieuw setje snaren bij."],
      ["jeroen_b", 3 * HOUR, "Deal. Ik ben zaterdag toch in Amsterdam voor een toernooi. Rond twaalf uur?"],
      ["jeroen_b", 3 * HOUR - 1, "Dan bel ik even als ik bij de club ben."],
    ],
    unread: 2,
  },
  {
    about: "Head Radical MP (2023)",
    buyer: "frauke_hh",
    messages: [
      [
        "frauke_hh",
        9,
        "Hallo Lukas, ist das die Version mit dem neuen Auxetic? Und wäre Versand nach Hamburg möglich?",
      ],
      ["lukas.k", 7, "Hallo Frauke, genau, Auxetic 2. Versand geht gerne, versichert 7,50 €."],
      ["frauke_hh", 4, "Prima. Ich schlafe eine Nacht drüber und melde mich morgen früh."],
    ],
    unread: 1,
  },
  {
    about: "Babolat Pure Drive (2021)",
    buyer: "antoine75",
    messages: [
      ["antoine75", 22, "Bonjour Camille, le cordage est encore jouable ou il faut le refaire ?"],
      ["camille", 16, "Bonjour ! Il a quatre heures, donc encore bon pour quelques matchs. 24 kg."],
      ["antoine75", 12, "Parfait. Vous seriez d'accord pour 120 avec l'envoi ?"],
    ],
    unread: 1,
  },
  {
    about: "Yonex Percept 97",
    buyer: "marcus_atx",
    messages: [
      ["marcus_atx", 3 * HOUR, "Hi Harriet, any chance of shipping to Texas? Happy to cover it."],
      [
        "harriet",
        2 * HOUR + 20,
        "Hello! Yes, tracked post to the US is about 28 euros. It would leave on Monday.",
      ],
      ["marcus_atx", 2 * HOUR, "Works for me. Is that a size 3 grip or built up?"],
      [
        "harriet",
        100,
        "A true L3, original grip with one thin overgrip on top. I can take that off if you like.",
      ],
    ],
    unread: 1,
  },
  {
    about: "Wilson Pro Staff RF97 Autograph, paire appairée",
    buyer: "lukas.k",
    messages: [
      ["lukas.k", 20 * DAY, "Hi Antoine, do you have the exact weight and balance of both frames?"],
      [
        "antoine75",
        20 * DAY - 3 * HOUR,
        "Hello Lukas, 341 g and 341 g unstrung, 30.6 cm for both. I can send you the sheet from the workshop.",
      ],
      ["lukas.k", 19 * DAY, "Impressive. I need to sell something first, I'll come back to you."],
      ["antoine75", 19 * DAY - HOUR, "No problem, take your time."],
    ],
    unread: 0,
  },
  {
    about: "Head Speed Junior 26",
    buyer: "sanne",
    messages: [
      ["sanne", 5 * HOUR, "Hello Frauke, my daughter is 1.48 m. Do you think 26 inch is right for her?"],
      [
        "frauke_hh",
        4 * HOUR,
        "Hi Sanne! Yes, we switched at about 1.45 m and it was perfect for a year and a half.",
      ],
      ["sanne", 4 * HOUR - 25, "Great, thank you! I would like to buy it then."],
    ],
    unread: 1,
  },
  {
    about: "Babolat RPM Blast 1.25, haspel 200 m",
    buyer: "sanne",
    messages: [
      ["sanne", 26 * HOUR, "Ha Jeroen, is die haspel echt nog dicht? En van welk jaar is hij ongeveer?"],
      [
        "jeroen_b",
        25 * HOUR,
        "Hoi Sanne, helemaal dicht. Vorig voorjaar gekocht, altijd donker en koel bewaard.",
      ],
      ["sanne", 24 * HOUR, "Mooi. Dan doe ik er 135 voor, als je hem kunt opsturen."],
      ["jeroen_b", 50, "Prima, 135 met verzending erbij. Ik maak hem vanavond klaar."],
    ],
    unread: 1,
  },
  {
    about: "Nike Court Dress, all white",
    buyer: "camille",
    messages: [
      ["camille", 7 * HOUR, "Hello Harriet, I usually take a French 36. Would the XS fit?"],
      [
        "harriet",
        6 * HOUR,
        "Hello Camille! I am a 36 as well and it sits nicely, a little short in the body perhaps.",
      ],
      ["camille", 6 * HOUR - 12, "Perfect, thank you. Could you measure the length from the shoulder?"],
    ],
    unread: 1,
  },
  {
    about: "Head Tour Racquet Bag L",
    buyer: "frauke_hh",
    messages: [
      ["frauke_hh", 15 * HOUR, "Hallo Lukas, passen da auch zwei Paar Schuhe rein?"],
      [
        "lukas.k",
        14 * HOUR,
        "Ein Paar ins Schuhfach, das zweite quer in die Mitte. Mit sechs Schlägern wird es eng.",
      ],
      ["frauke_hh", 13 * HOUR, "Das reicht mir, danke!"],
    ],
    unread: 0,
  },
  {
    about: "Penn Championship Extra Duty, can of 3",
    buyer: "harriet",
    messages: [
      ["harriet", 3 * DAY, "Would you post half a dozen cans overseas, or is that silly?"],
      [
        "marcus_atx",
        3 * DAY - 40,
        "A bit silly, the postage is more than the balls. Happy to if you really want them!",
      ],
      ["harriet", 3 * DAY - 55, "Then I shall be sensible for once. Thanks for the honest answer."],
    ],
    unread: 0,
  },
  {
    about: "Tourna Grip XL, 10 stuks",
    buyer: "lukas.k",
    messages: [
      ["lukas.k", 6 * HOUR, "Hi Jeroen, is that the original size or really the XL?"],
      ["jeroen_b", 5 * HOUR, "It is the XL, a bit wider and longer. MailContent post to Germany is 4 euros."],
      ["lukas.k", 35, "Great, I take it. How would you like to be paid?"],
    ],
    unread: 1,
  },
];
