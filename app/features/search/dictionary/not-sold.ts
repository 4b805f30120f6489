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
  ...words(`tennisplatz | tennisplätze | tennishalle | tennisbaan | tennisbanen | tennishal | court de tennis |
    terrain de tennis | tennis court | tennis courts`),
  ...words(`watch | watches | tennis watch | fitness tracker | uhr | tennisuhr | montre | montres | radio | headphones |
    poster | posters | book | books | buch | bücher | boek | boeken | livre de tennis | livre tennis |
    livres de tennis | livres tennis | livre sur le tennis | dvd | video game | videospiel`),
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

/** Services that a text names: whatever gear is named beside them, the shop has none of them. */
export const SERVICES: readonly string[] = [
  ...words(`court booking | court bookings | court hire | court rental | court reservation | book a court |
    book court | booking | bookings | tennis court near me | hire a court | rent a court | rent | rental |
    rentals | hire | mieten | vermietung | leihschläger | huren | verhuur | louer | location court |
    location de courts | location raquette | location de raquette | platzbuchung | platz buchen |
    tennisplatz buchen | platz mieten | platzmiete | tennisbaan huren | baan huren | baan reserveren |
    réserver un court | réservation | réservations | location de court | louer un court`),
  ...words(`gift card | gift cards | giftcard | voucher | vouchers | gutschein | gutscheine | geschenkgutschein | cadeaubon |
    cadeaubonnen | cadeaukaart | kadobon | carte cadeau | cartes cadeaux | chèque cadeau | bon cadeau | bon d'achat`),
  ...words(`restringing service | racket restringing | racquet restringing | stringing service | racket stringing |
    racquet stringing | stringing near me | bespannungsservice | besaitungsservice | bespannservice | besaitungs service |
    neu bespannen lassen | bespannen lassen | besaiten lassen | bespanservice | besnaarservice | laten bespannen |
    recordage raquette | recordage de raquette | recordage de raquettes | service de recordage | service de cordage |
    faire corder`),
];

/**
 * Services too, but beside gear such words may say whom or what it is for: "Bälle für Tennistraining". "Restring" stands
 * only in phrases, since it is a brand of strings too.
 */
export const DESCRIBING_SERVICES: readonly string[] =
  words(`coaches | tennis coach | lessons | tennis lesson |
  tennis school | tennis camp | tennis holiday | tennis club membership | membership | restringing | tennistrainer |
  tennistraining | tennisschule | tennislehrer | tennisunterricht | tennisurlaub | tenniscamp | tennisreise |
  trainerstunde | trainerstunden | tennisleraar | tennisschool | tenniskamp | tennisvakantie | recordage | entraîneur |
  prof de tennis | professeur de tennis | école de tennis | stage de tennis | tennis coaching | tennis coaches |
  private coaching | private coach | private tennis coach | private tennis coaching | coaching session |
  coaching sessions | tenniscoach | tenniscoaching | privattrainer | privattraining | privatstunde | privatstunden |
  privéles | privélessen | privétraining | coach de tennis | coach privé | coach particulier | coaching privé |
  cours particulier | cours particuliers | restring racket | restring racquet | restring my racket |
  restring my racquet | restring a racket | restring tennis racket | restring tennis racquet | racket restring |
  racquet restring`);

/** Occasions. No listing is made for one, and a text that names one tells why something is sold: "an unwanted present". */
export const OCCASIONS: readonly string[] =
  words(`gift | gifts | present | presents | gift idea | gift ideas | birthday |
  birthday present | birthday gift | christmas | christmas present | christmas gift | xmas | secret santa | black friday |
  cyber monday | valentine | valentines | valentine's day | father's day | fathers day | mother's day | mothers day | easter |
  wedding | graduation | geschenk | geschenke | geschenkidee | geburtstag | geburtstagsgeschenk | weihnachten |
  weihnachtsgeschenk | ostern | nikolaus | vatertag | muttertag | hochzeit | cadeau | cadeaus | cadeautje | kado | cadeautip |
  verjaardag | verjaardagscadeau | kerst | kerstmis | kerstcadeau | sinterklaas | vaderdag | moederdag | bruiloft |
  idée cadeau | idées cadeaux | cadeaux | anniversaire | cadeau d'anniversaire | noël | cadeau de noël | fête des pères |
  fête des mères | saint-valentin | mariage | pâques`);

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
