function words(text: string): readonly string[] {
  return text.split("|").map((word) => word.trim());
}

/** Gear that the shop does not sell. If a category's definition has such a word, that meaning is used instead. */
export const ABSENT: readonly string[] = [
  ...words(`shoe | shoes | sneaker | sneakers | trainers | footwear | boots | flip flops | sandals | slippers |
    insoles | laces | shoelaces`),
  ...words(`schuh | schuhe | schuhen | tennisschuhe | tennisschuh | turnschuhe | sportschuhe | stiefel | sandalen |
    badelatschen | einlegesohlen | schnürsenkel`),
  ...words(`schoen | schoenen | tennisschoenen | tennisschoen | gympen | sportschoenen | slippers | laarzen | inlegzolen |
    veters`),
  ...words("chaussure | chaussures | baskets | semelles | lacets | sandales | bottes | claquettes"),
  ...words(`ball machine | tennis ball machine | ballmachine | ball launcher | ball thrower | ball cannon | ballmaschine |
    tennisballmaschine | ballwurfmaschine | ballkanone | ballenmachine | tennisballenmachine | ballenkanon |
    machine à balles | lance-balles | lance balles | lanceur de balles | canon à balles`),
  ...words(`tennis net | net posts | court net | tennisnetz | netzpfosten | tennisnet | netpaal | filet de tennis |
    filet | poteaux de filet | umpire chair | schiedsrichterstuhl | scheidsrechtersstoel | chaise d'arbitre |
    scoreboard | anzeigetafel | scorebord | tableau de score | rebounder | ball wall | tenniswand | tennismuur`),
  ...words(`sunglasses | sonnenbrille | sonnenbrillen | zonnebril | zonnebrillen | lunettes de soleil | lunettes | goggles |
    smartwatch | armbanduhr | sportuhr | horloge | horloges`),
  ...words(`water bottle | drink bottle | trinkflasche | drinkfles | bidon | gourde | sunscreen | sonnencreme |
    zonnebrand | crème solaire | tennis lessons | tennisles | tennislessen | tennisstunden | cours de tennis |
    coaching lessons | tickets | eintrittskarten | billets | kaartjes`),
  ...words(
    "bikini | swimsuit | badehose | badeanzug | zwembroek | badpak | maillot de bain | sports bra | bra",
  ),
  ...words(
    "sport-bh | sport bh | beha | bustier | brassière | soutien-gorge | underwear | unterwäsche | ondergoed",
  ),
];

/** Other sports. Whatever gear is named beside them, the shop has none of it. */
export const SPORTS: readonly string[] = [
  ...words(
    "padel | paddel | pádel | paddle tennis | platform tennis | paddle | paddles | pop tennis | beach tennis",
  ),
  ...words(
    "beachtennis | strandtennis | squash | squach | badminton | badmington | federball | pluimbal | shuttlecock",
  ),
  ...words(
    "shuttlecocks | shuttle | shuttles | volant de badminton | table tennis | tabletennis | tischtennis",
  ),
  ...words(
    "tafeltennis | tennis de table | ping pong | pingpong | pickleball | pickle ball | pickelball | racquetball",
  ),
  ...words(
    "racketball | racquet ball | speedminton | crossminton | frontenis | pelote | golf | hockey | cricket | rugby",
  ),
  ...words(
    "football | soccer | fussball | voetbal | handball | handbal | volleyball | volleybal | basketball | basketbal",
  ),
  ...words(
    "korfbal | floorball | unihockey | eishockey | ijshockey | lacrosse | bowling | billiards | billard | biljart",
  ),
];

/** At the beginning of a word in one: "Padelschläger", "squashracket", "Tischtennisplatte". */
const SPORT_FIRST =
  /^(?:pad(?:d)?el|squash|badminton|tischtennis|tafeltennis|tabletennis|pingpong|pickleball|beachtennis|golf|hockey|fussball|voetbal|volleybal|handball|basketbal)(?=\p{L}{3})/u;

/** At the end of a word in one: "Hallenschuhe", "gravelschoenen". */
const ABSENT_LAST =
  /\p{L}(?:schuhe?n?|schoen(?:en)?|sneakers?|sonnenbrillen?|ballmaschinen?|ballenmachines?)$/u;

/** What a word in one means that no dictionary has: gear of another sport, or gear that the shop does not sell. */
export function notSold(key: string): "sport" | "absent" | null {
  if (key.includes(" ")) return null;
  if (SPORT_FIRST.test(key)) return "sport";
  return ABSENT_LAST.test(key) ? "absent" : null;
}
