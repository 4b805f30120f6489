/** Names of characters that shops' descriptions have. Others stay as they are written. */
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  euro: "€",
  pound: "£",
  copy: "©",
  reg: "®",
  trade: "™",
  hellip: "…",
  ndash: "–",
  mdash: "—",
  lsquo: "‘",
  rsquo: "’",
  sbquo: "‚",
  ldquo: "“",
  rdquo: "”",
  bdquo: "„",
  laquo: "«",
  raquo: "»",
  bull: "•",
  middot: "·",
  deg: "°",
  sup2: "²",
  sup3: "³",
  frac12: "½",
  frac14: "¼",
  frac34: "¾",
  times: "×",
  plusmn: "±",
  szlig: "ß",
  aelig: "æ",
  AElig: "Æ",
  oslash: "ø",
  Oslash: "Ø",
  oelig: "œ",
  OElig: "Œ",
  aring: "å",
  Aring: "Å",
  shy: "",
  zwnj: "",
  ensp: " ",
  emsp: " ",
  thinsp: " ",
};

/** The combining accents of names such as "eacute". */
const ACCENTS: Readonly<Record<string, string>> = {
  acute: "\u0301",
  grave: "\u0300",
  circ: "\u0302",
  uml: "\u0308",
  tilde: "\u0303",
  cedil: "\u0327",
  caron: "\u030c",
};

/** A text in which references such as "&amp;" and "&#39;" are the characters that they mean. */
export function withoutEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]\w{1,9}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) {
      const [, letter = "", accent = ""] = /^([A-Za-z])([a-z]{3,5})$/.exec(name) ?? [];
      return NAMED[name] ?? (ACCENTS[accent] ? `${letter}${ACCENTS[accent]}`.normalize("NFC") : whole);
    }
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    const isCharacter = code > 31 && code < 0x110000 && (code < 0xd800 || code > 0xdfff);
    return isCharacter || code === 10 ? String.fromCodePoint(code) : " ";
  });
}

const IS_HTML =
  /<\/?(?:p|br|div|ul|ol|li|strong|b|i|u|em|span|h[1-6]|table|tr|td|th|a|font|img|blockquote|section|article)\b[^<>]*>/i;

/** HTML without comments and without what no browser shows. It is no pattern, which would be slow on many openings. */
function withoutHidden(html: string): string {
  const lower = html.toLowerCase();
  let shown = "";
  let at = 0;
  for (const { 0: opening, 1: name, index } of html.matchAll(/<!--|<(script|style|head|title)\b/gi)) {
    if (index < at) continue;
    const closing = name ? `</${name.toLowerCase()}` : "-->";
    const end = lower.indexOf(closing, index + opening.length);
    if (end < 0) break;
    shown += html.slice(at, index);
    at = name ? lower.indexOf(">", end) + 1 || html.length : end + closing.length;
  }
  return shown + html.slice(at);
}

/** HTML as plain text: paragraphs are separated by an empty line, entries of lists begin with "- ". Other text stays. */
export function textOfHtml(html: string): string {
  if (!IS_HTML.test(html)) return withoutEntities(html).trim();
  const text = withoutHidden(html)
    // Line breaks of the source are spaces, as a browser shows them.
    .replace(/\s+/g, " ")
    .replace(/<br\s*\/?>/gi, "\n")
    .replace(/<li\b[^<>]*>/gi, "\n- ")
    .replace(
      /<\/(?:p|ul|ol|h[1-6]|blockquote|table|section|article)\s*>|<(?:p|ul|ol|h[1-6]|table)\b[^<>]*>/gi,
      "\n\n",
    )
    .replace(/<\/?(?:div|tr|li|dt|dd|dl)\b[^<>]*>/gi, "\n")
    .replace(/<\/t[dh]\s*>/gi, " ")
    .replace(/<\/?[a-z][^<>]*>/gi, "");
  return withoutEntities(text)
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/\n\n(?=- )/g, (breaks, at: number, whole: string) => (isWithinList(whole, at) ? "\n" : breaks))
    .trim();
}

function isWithinList(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  return line.startsWith("- ");
}
