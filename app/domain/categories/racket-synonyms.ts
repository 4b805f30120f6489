/** Words in the five languages for values that only rackets have, by CSV column and value. */
export const RACKET_SYNONYMS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  weighed: {
    Unstrung: ["onbespannen", "unbesaitet", "unbespannt", "non cordée"],
    Strung: ["bespannen", "besaitet", "bespannt", "cordée"],
  },
  frame: {
    intact: ["straight, no cracks", "recht, geen scheuren", "gerade, ohne risse", "droit, sans fissure"],
    chipped: [
      "dents or deep chips",
      "deuken of diepe putjes",
      "dellen oder tiefe kerben",
      "bosses ou éclats profonds",
    ],
    cracked: [
      "cracked or repaired",
      "gescheurd of gerepareerd",
      "gerissen oder repariert",
      "fissuré ou réparé",
    ],
  },
  bumper: {
    unworn: ["as new", "als nieuw", "wie neu", "comme neufs"],
    scuffed: ["geschaafd", "verschrammt", "abgeschürft", "éraflés", "frottés"],
    "worn through": ["doorgesleten", "durchgescheuert", "usés jusqu’au cadre"],
  },
  paint: {
    unmarked: ["no marks", "geen sporen", "keine spuren", "aucune marque"],
    scratched: ["scratches", "krassen", "kratzer", "rayures"],
    flaking: ["paint missing", "lak ontbreekt", "lack fehlt stellenweise", "peinture partie par endroits"],
  },
  grip_state: {
    tacky: ["new or like new", "nieuw of als nieuw", "neu oder wie neu", "neuf ou comme neuf"],
    firm: ["used, holds well", "gebruikt, nog stroef", "gebraucht, griffig", "utilisé, tient bien"],
    slick: [
      "worn, replace it",
      "versleten, vervangen",
      "abgespielt, erneuern",
      "verbraucht, erneuern",
      "usé, à remplacer",
    ],
  },
  string_state: {
    fresh: ["net bespannen", "vers", "frisch", "récent"],
    played: ["gespeeld", "gespielt", "joué"],
    slack: [
      "dead, replace them",
      "op, moet vervangen",
      "dood, vervangen",
      "tot, neu besaiten",
      "verbraucht, erneuern",
      "mort, à remplacer",
    ],
    absent: ["no strings", "geen bespanning", "keine saiten", "sans cordage"],
  },
};
