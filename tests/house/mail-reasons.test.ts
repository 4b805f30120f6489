// Notifications are mailed by default, so a mail does not say that its reader switched them on.
import { expect, test } from "vitest";
import { failureText, read } from "./source.ts";

const CLAIMS: Readonly<Record<string, RegExp>> = {
  "en-GB": /\byou (have )?(turned|switched)\b[^.]*\bon\b|\byou (chose|asked|subscribed)\b/i,
  "en-US": /\byou (have )?(turned|switched)\b[^.]*\bon\b|\byou (chose|asked|subscribed)\b/i,
  nl: /\bje\b[^.]*\b(hebt (aangezet|ingeschakeld)|aanzette|je hebt aangemeld)\b/i,
  de: /\bdu\b[^.]*\b(eingeschaltet|aktiviert|abonniert) hast\b/i,
  fr: /\bvous (les )?avez (activ|demand|choisi)/i,
};

const claimsIn = (text: string, locale: string) => CLAIMS[locale]?.test(text) ?? false;

test("no mail says that its reader turned on what is a default", () => {
  expect(claimsIn("You get this email because you turned on emails for: {kind}.", "en-GB")).toBe(true);
  expect(claimsIn("Du bekommst diese E-Mail, weil du E-Mails eingeschaltet hast.", "de")).toBe(true);
  expect(claimsIn("Je krijgt deze mail omdat je mails hebt aangezet.", "nl")).toBe(true);
  expect(claimsIn("Vous recevez cet e-mail car vous avez activé les e-mails.", "fr")).toBe(true);
  const found = Object.keys(CLAIMS).flatMap((locale) => {
    const texts = JSON.parse(read(`messages/${locale}.json`)) as Record<string, string>;
    return Object.entries(texts)
      .filter(([key]) => /(^|_)mail_(.*_)?reason/.test(key))
      .flatMap(([key, text]) => (claimsIn(text, locale) ? [`${locale} ${key}: ${text}`] : []));
  });
  expect(failureText("Say that emails are on: they may be so by default.", found)).toBe("");
});
