/**
 * The first words of all models of the catalogue (db/data/models), by brand. A test compares them with it. The whole
 * catalogue is too large for the page that reads a file.
 */
export const MODEL_FAMILIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  racket: {
    Babolat: "aero aeropro b ballfighter boost drive evo nadal play pure roddick vs xs y",
    "Boris Becker": "11",
    Donnay: "pro",
    Dunlop: "200g 300g aerogel biomimetic cx fx m-fil nt precision srixon sx",
    Fischer: "m",
    Gamma: "g310 rzr",
    Head: "airflow boom extreme flexpoint graphene gravity ig instinct intelligence microgel mxg prestige pro pwr radical speed squared youtek",
    Lacoste: "l20 l23 l23l",
    Mantis: "285 300 tour",
    Pacific: "bx2 raptor speed x",
    Prince:
      "ats classic cts exo3 lightning o3 ozone phantom ripcord ripstick shark synergy textreme tour twistpower vortex warrior",
    ProKennex: "black ki kinetic",
    Solinco: "blackout pro whiteout",
    Tecnifibre: "atp fire t-rebound tempo tf-x1 tf40 tfight tflash trebound",
    Volkl: "c10 catapult dnx generation organix power quantum super tour v-cell v-feel v-sense v1 vostra",
    Wilson:
      "2.0 2.8 3.0 3.4 6.1 blade blx burn clash h h1 hammer hyper juice k kblade kfive kone kpro ksix-one kzen pro rf shift six.one steam ultra",
    Yonex:
      "astrel ezone mp-tour nanospeed percept pro r-22 r-23 rd rdis rds rdx rq rq-ti rqis rqs rx-37 s-fit super ultimum v v-con vcore",
  },
  string: {
    Alien: "black",
    Alpha: "gut",
    Ashaway: "crossfire dynamite liberty monogut synthetic",
    Babolat:
      "addiction addixion attraction ballistic conquest duralast fibertour hurricane m7 origin pro revenge rpm sg spiraltek super synthetic tonic vs xalt xcel xplore",
    "Boris Becker": "bomber pulse",
    Diadem: "elite impulse solstice",
    "Double AR": "666 diablo raptor twice wts",
    Dunlop: "black comfort dna explosive hexy ice iconic juice m-fil pearl s-gut silk synthetic tour x-life",
    Forten: "sweet",
    Gamma:
      "asterisk esp fxt glide io jet live marathon monoblast moto ocho poly prodigy professional revelation rzr solace synthetic synthtic tnt2 wearguard zo",
    Genesis: "black trionic",
    Gosen:
      "a.k. ak compositemaster g-tour lumina multi nanoblend nanocubic nanosilver og poly polylon polymaster powermaster sidewinder tecflex tecgut",
    Grapplesnake: "alpha tour",
    Head: "ets fibergel fxp hawk lynx perfectcontrol reflex rip sonic synthetic ultra velocity",
    IsoSpeed: "axon black control cream energetic professional pulse pyramid v18",
    Kirschbaum: "black competition flash helix long max p2 pro spiky super touch xplosive",
    Klip: "armour excellerator hardcore k-boom kicker legend scorcher synthetic venom",
    "L-Tec": "premium",
    LaserFibre: "1200 jb native supernatural supreme vorso",
    Leopard: "plus",
    Luxilon: "4g adrenaline alu big eco element lxn m2 monotec natural savage",
    MSV: "co.-focus focus focus-hex hepta-twist",
    Mantis: "comfort power",
    "One Strings": "carbon",
    Pacific: "atp classic pmx poly power premium prime tough x xcite",
    "Poly Star": "classic energy strike turbo",
    Polyfibre: "black cobra hexablade hightec panthera poly tcs viper",
    Prince:
      "beast diablo lightning perfection poly premier recoil syn synthetic topspin tour tournament twisted vortex",
    RS: "lyon",
    "Signum Pro": "fibercore firestorm hyperion plasma poly poly-plasma tornado x-perience yellow",
    Solinco: "barb confidential hyper-g hyper-g-soft mach-10 outlast revolution tour vanquish x-natural",
    "Super String": "nikita pure tour viper voodoo",
    Tecnifibre:
      "black duramix e-matrix hdx ice multi-feel nrg2 polyspin pro razor ruff synthetic tgv triax x-code x-one xr3",
    Toalson: "leoina",
    Topspin: "cyber",
    Toroline: "absolute cash o-toro snapper super",
    Tourna: "big black irradiated quasi-gut synthetic",
    Volkl: "cyclone gripper power power-fiber synthetic v-pro v-square v-star v-torque",
    "Weiss Cannon": "6 black blue explosiv matchpower mosquito red scorpion silverstring turbotwist ultra",
    Wilson:
      "enduro extreme hollow k-gut natural nxt optimus reaction red repel revolve ripspin sensation sgx shock spin stamina synthetic",
    "Y-Tex": "quadro",
    Yonex: "mono poly rexis tour tournament",
  },
};
