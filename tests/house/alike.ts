// Texts that are the same in English and in another language.

type Translated = "nl" | "de" | "fr";

/** Words that are not translated: names and units. A text of only these words needs no translation. */
const NAMES = new Set(
  `Second Serve Google Facebook Apple OpenID EUR GBP USD FIRSTSERVE
   Wilson Head Babolat Yonex Prince Dunlop Tecnifibre ProKennex Volkl Solinco
   Pro Staff Blade Clash Pure Drive Aero Radical Speed
   English UK US Nederlands Deutsch Français
   g mm cm² kg km m sq in lbs h MB PostgreSQL
   Multifilament Monofilament Nylon Polyester Premium CC BY`.split(/\s+/),
);

/** Whole texts that are the same in that language as in English. */
const SAME: Readonly<Record<Translated, readonly string[]>> = {
  nl: [
    "Database",
    "Status",
    "Chat",
    "Ctrl+Enter",
    "Details",
    "Duffel",
    "Filters",
    "Frame",
    "Grip",
    "Grips",
    "Home",
    "Hoodie",
    "Junior",
    "Model",
    "Moderator",
    "One size",
    "Open ({count})",
    "Privacy",
    "Rackets",
    "SKU",
    "Set",
    "Shirt",
    "Sweatshirt",
    "Swingweight",
    "Synthetic gut",
    "Type",
    "Unisex",
    "later",
    "maximum",
    "minimum",
    "racket",
    "rackets",
    "Webhooks",
    "Zoom",
  ],
  de: [
    "Webhooks",
    "Problem",
    "Status",
    "(optional)",
    "Balance",
    "Chat",
    "Details",
    "Duffel",
    "Gold",
    "Hoodie",
    "Hybrid",
    "Junior",
    "Leggings",
    "Material",
    "Moderation",
    "Name",
    "Orange",
    "Polyolefin",
    "Set",
    "Shirt",
    "Shorts",
    "Sweatshirt",
    "T-Shirt",
    "T-Shirts",
    "Text",
    "Unisex",
    "Zoom",
    "Visor",
    "SKU",
  ],
  fr: [
    "Webhooks",
    "Grip",
    "Total",
    "Chat",
    "Construction",
    "Conversation",
    "Conversations",
    "Description",
    "Distance",
    "Excellent",
    "France",
    "Grips",
    "Junior",
    "Message",
    "Messages",
    "Notifications",
    "Orange",
    "Page {page}",
    "Pages",
    "Photo",
    "Photos",
    "Protection",
    "Shorts",
    "Suggestions",
    "Swingweight",
    "Tension",
    "Type",
    "maximum",
    "minimum",
    "Zoom",
    "Sources",
    "SKU",
    "OK",
  ],
};

export function alike(text: string, language: Translated): boolean {
  const words = text.replaceAll(/\{\w+\}/g, " ").match(/\p{L}[\p{L}\p{N}²]*/gu) ?? [];
  return words.every((word) => NAMES.has(word)) || SAME[language].includes(text);
}
