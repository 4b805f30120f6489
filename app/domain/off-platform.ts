import { comparable } from "./text-rules.ts";

/** What a message tries to move outside the shop: the payment, or the conversation ("contact"). */
export type OffPlatform = "payment" | "contact";

/** Later messages of a conversation are not checked. */
export const FIRST_MESSAGES = 6;

const PAYMENT_HOSTS = [
  ["paypal.me", "paypal.com", "tikkie.me", "betaalverzoek.nl", "bunq.me", "revolut.me", "revolut.com"],
  ["wise.com", "venmo.com", "cash.app", "lydia-app.com", "sumeria.eu", "payconiq.com", "wero-wallet.eu"],
  [
    "buy.stripe.com",
    "checkout.stripe.com",
    "klarna.com",
    "westernunion.com",
    "moneygram.com",
    "payoneer.com",
  ],
].flat();

const MESSENGER_HOSTS = [
  "wa.me",
  "whatsapp.com",
  "t.me",
  "telegram.me",
  "signal.me",
  "m.me",
  "ig.me",
  "wechat.com",
];

/** Hosts of link shorteners, which hide where a link leads. */
const SHORTENERS = [
  "bit.ly",
  "tinyurl.com",
  "t.ly",
  "cutt.ly",
  "is.gd",
  "rb.gy",
  "shorturl.at",
  "goo.gl",
  "tiny.cc",
];

/** Words in URLs of pages that ask for money or a card, in the five languages. */
const PAYMENT_WORDS = new Set(
  [
    [
      "pay",
      "payment",
      "payments",
      "paypal",
      "checkout",
      "invoice",
      "refund",
      "wallet",
      "verify",
      "verification",
    ],
    ["betaal", "betalen", "betaling", "betaalverzoek", "tikkie", "bezahlen", "zahlung", "rechnung"],
    ["paiement", "payer", "facture", "remboursement", "klarna"],
  ].flat(),
);

// The lengths in these expressions are bounded, so that no text takes long to check.
const ADDRESS =
  /(?<![\p{L}\d@._-])(https?:\/\/|www\.)?((?:[\p{L}\d][\p{L}\d-]{0,62}\.){1,8}[\p{L}\d-]{2,24})(?::\d{1,5})?([/?#]\S{0,500})?/giu;
const EMAIL =
  /(?<![\p{L}\d._%+-])[\p{L}\d._%+-]{1,64}\s?(?:@|\(at\)|\[at\])\s?(?:[\p{L}\d-]{1,63}\.){1,4}\p{L}{2,24}/iu;
const WALLET = /(?<![a-z\d])(?:bc1[a-z\d]{25,59}|0x[a-f\d]{40})(?![a-z\d])/i;
const IBAN = /(?<![a-z\d])([a-z]{2}\d{2})((?: ?[a-z\d]){11,30})/gi;
const IBAN_LENGTHS: Readonly<Record<string, number>> = {
  NL: 18,
  DE: 22,
  FR: 27,
  GB: 22,
  BE: 16,
  AT: 20,
  CH: 21,
  ES: 24,
  IT: 27,
  IE: 22,
  LT: 20,
  LU: 20,
  PL: 28,
  PT: 25,
};
const PHONE = /(?<![\p{L}\d@#/.,-])(?:\+|\(?0)[\d()\s./-]{7,24}\d(?![\p{L}\d])/gu;
const PHONE_US = /(?<![\d+-])\(?[2-9]\d{2}\)?[ .-][2-9]\d{2}[ .-]\d{4}(?![\d-])/;
/** Texts with as many digits as a phone number that are none: "01.02.2026 18", "0.305 0.310 0.315". */
const DATE_OR_DECIMAL = /^(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d{2}|0\.\d)/;

function isOneOf(hosts: readonly string[], host: string): boolean {
  return hosts.some((one) => host === one || host.endsWith(`.${one}`));
}

function leadOfAddress(marked: boolean, host: string, rest: string): OffPlatform | null {
  if (isOneOf(PAYMENT_HOSTS, host)) return "payment";
  if (isOneOf(MESSENGER_HOSTS, host)) return "contact";
  if (isOneOf(SHORTENERS, host)) return "payment";
  // Without "https://" or "www." the text may not be a URL: a full stop without a space after it looks like one.
  if (!marked) return null;
  const isNumber = /^[\d.]+$/.test(host);
  const words = comparable(`${host} ${rest}`).split(/[^a-z]+/);
  return isNumber || host.includes("xn--") || words.some((word) => PAYMENT_WORDS.has(word))
    ? "payment"
    : null;
}

/** Whether the check digits of an IBAN are right (ISO 13616). */
function isAccount(compact: string): boolean {
  const digits = [...`${compact.slice(4)}${compact.slice(0, 4)}`]
    .map((one) => Number.parseInt(one, 36))
    .join("");
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

function hasAccount(text: string): boolean {
  return [...text.matchAll(IBAN)].some(([match]) => {
    const compact = match.replaceAll(" ", "").toUpperCase();
    const length = IBAN_LENGTHS[compact.slice(0, 2)];
    return length !== undefined && compact.length >= length && isAccount(compact.slice(0, length));
  });
}

function hasPhone(text: string): boolean {
  if (PHONE_US.test(text)) return true;
  return [...text.matchAll(PHONE)].some(([match]) => {
    const digits = match.replace(/\D/g, "");
    const most = match.startsWith("+") || digits.startsWith("00") ? 15 : 12;
    return digits.length >= 9 && digits.length <= most && !DATE_OR_DECIMAL.test(match);
  });
}

/** What a text tries to move outside the shop, or null. A link with a hidden target counts as a payment. */
export function offPlatform(text: string): OffPlatform | null {
  const leads = [...text.matchAll(ADDRESS)].map(([, mark, host = "", rest = ""]) =>
    leadOfAddress(mark !== undefined, host.toLowerCase(), rest),
  );
  if (leads.includes("payment") || WALLET.test(text) || hasAccount(text)) return "payment";
  return leads.includes("contact") || EMAIL.test(text) || hasPhone(text) ? "contact" : null;
}

/** What is dangerous in a first message. Its sender is told about any link to elsewhere, which nobody can see through. */
export type SenderRisk = OffPlatform | "link";

/** @param home the host of the shop */
export function riskIn(text: string, home: string): SenderRisk | null {
  const risk = offPlatform(text);
  if (risk !== null) return risk;
  const links = [...text.matchAll(ADDRESS)].filter(([, mark]) => mark !== undefined);
  return links.some(([, , host = ""]) => host.toLowerCase() !== home) ? "link" : null;
}
