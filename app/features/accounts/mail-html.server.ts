import { escapedHtml } from "#app/domain/text-rules.ts";
import { m } from "#app/paraglide/messages.js";
import { type LocaleOption, linksBelow, type MailContent } from "./mail-content.server.ts";

/** Prevents a line break at the hyphen of "E-Mail". */
function unbroken(html: string): string {
  return html.replace(/(?<=\b\p{L}{1,2})-(?=\p{L})/gu, "&#8209;");
}

// The dark colours, which need a style sheet; the light ones are inline. `data-ogsc` marks what the dark mode of
// Outlook has changed.
const DARK: Record<string, string> = {
  "l-page": "background-color:#0b1d24",
  "l-sheet": "background-color:#132c35;border-color:#24424d",
  "l-ink": "color:#edf3f2",
  "l-soft": "color:#a9bcbf",
  "l-link": "color:#8fd0e3",
  "l-code": "background-color:#0b1d24;color:#edf3f2;border-color:#24424d",
  "l-line": "border-color:#24424d",
  "l-out": "border-color:#edf3f2",
};

function darkRules(prefix: string): string {
  return Object.entries(DARK)
    .map(([name, look]) => `${prefix}.${name}{${look.replaceAll(";", " !important;")} !important}`)
    .join("\n");
}

const STYLES = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
html,body{background-color:#0b1d24 !important}
${darkRules("")}
}
${darkRules("[data-ogsc] ")}
@media (max-width:420px){.l-sheet{padding:24px 18px !important}.l-page{padding:20px 10px !important}}`;

// The logo (ui/logo.tsx) drawn with borders: a picture would be fetched or shown as an attachment. Outlook on Windows
// draws no round borders, so it gets the name alone.
const MARK = `<!--[if !mso]><!--><span class="l-out" style="display:inline-block;width:13px;height:13px;border:2px solid #12262c;border-radius:50%;vertical-align:9px"></span><span style="display:inline-block;width:20px;height:20px;background-color:#ddf247;border:2px solid #7c8b12;border-radius:50%;vertical-align:-6px;margin-right:10px"></span><!--<![endif]-->`;

const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const INK = "color:#12262c";
const SOFT = "color:#4b5d62";
const LINK = "color:#0d5a70";
const WRAP = "overflow-wrap:anywhere;word-break:break-word";

function paragraph(words: string): string {
  return `<p class="l-ink" style="margin:0 0 16px;${INK};${WRAP}">${escapedHtml(words)}</p>`;
}

function lastParagraph(words: string): string {
  return `<p class="l-soft" style="margin:0;${SOFT};font-size:14px;${WRAP}">${escapedHtml(words)}</p>`;
}

function codeBlock(code: string): string {
  return `<p class="l-code" style="margin:8px 0 24px;padding:14px 8px;background-color:#efebe1;border:1px solid #dfd8ca;border-radius:12px;${INK};font:700 30px/1.2 Consolas,Menlo,monospace;letter-spacing:6px;text-align:center">${escapedHtml(code)}</p>`;
}

function factList(facts: NonNullable<MailContent["facts"]>): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td class="l-soft" valign="top" style="padding:2px 14px 2px 0;font-size:14px;white-space:nowrap;${SOFT}">${escapedHtml(label)}</td><td class="l-ink" style="padding:2px 0;font-size:14px;${INK};${WRAP}">${escapedHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows.join("")}</table>`;
}

function list({ title, items }: NonNullable<MailContent["lists"]>[number]): string {
  const rows = items.map(
    ({ text, link }) =>
      `<tr><td class="l-line" style="padding:8px 0;border-top:1px solid #dfd8ca;${WRAP}"><a class="l-link" href="${escapedHtml(link)}" style="${LINK};text-decoration:none">${escapedHtml(text)}</a></td></tr>`,
  );
  return `<h2 class="l-ink" style="margin:24px 0 6px;font-size:16px;line-height:1.3;${INK};${WRAP}">${escapedHtml(title)}</h2>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:15px">${rows.join("")}</table>`;
}

function buttonAndLink({ label, link }: NonNullable<MailContent["button"]>, words: LocaleOption): string {
  const address = escapedHtml(link);
  return `<p style="margin:24px 0"><a href="${address}" style="display:inline-block;background-color:#ddf247;${INK};border:2px solid #7c8b12;border-radius:999px;padding:11px 22px;font-weight:700;text-decoration:none;${WRAP}">${escapedHtml(label)}</a></p>
<p class="l-soft" style="margin:0 0 4px;font-size:14px;${SOFT}">${escapedHtml(m.mail_link_instead({}, words))}</p>
<p style="margin:0 0 24px;font-size:14px;word-break:break-all"><a class="l-link" href="${address}" style="${LINK}">${address}</a></p>`;
}

/**
 * Renders a mail as HTML that mail programs can show: tables and inline styles, light and dark, without remote files.
 * Its first paragraph is also the preview text in a list of mails.
 */
export function mailHtml(letter: MailContent, words: LocaleOption): string {
  const { subject, hello, paragraphs, code, facts, lists, after, button, note, reason } = letter;
  const small = (inner: string) => `<p class="l-soft" style="margin:0 0 6px;${SOFT}">${inner}</p>`;
  return `<!doctype html>
<html lang="${words.locale}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapedHtml(subject)}</title>
<style>${STYLES}</style>
</head>
<body class="l-page" style="margin:0;padding:0;background-color:#f8f6f0;font:16px/1.5 ${FONT}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapedHtml(paragraphs[0] ?? "")}${"&#847;&zwnj;&nbsp;".repeat(40)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="font:16px/1.5 ${FONT}"><tr><td class="l-page" align="center" style="padding:32px 16px;background-color:#f8f6f0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:540px;text-align:left">
<tr><td class="l-ink" style="padding:0 8px 16px;font-size:20px;font-weight:800;letter-spacing:-0.4px;${INK}">${MARK}Second Serve</td></tr>
<tr><td class="l-sheet" style="background-color:#fffefb;border:1px solid #dfd8ca;border-radius:18px;padding:32px 28px">
<h1 class="l-ink" style="margin:0 0 16px;font-size:24px;line-height:1.25;letter-spacing:-0.3px;${INK};${WRAP}">${unbroken(escapedHtml(subject))}</h1>
${[
  paragraph(hello),
  ...paragraphs.map(paragraph),
  code && codeBlock(code),
  facts && factList(facts),
  ...(lists ?? []).map(list),
  after && paragraph(after),
  button && buttonAndLink(button, words),
  note && lastParagraph(note),
]
  .filter(Boolean)
  .join("\n")}
</td></tr>
<tr><td style="padding:16px 8px;font-size:13px">
${[
  reason && small(escapedHtml(reason)),
  ...linksBelow(letter).map(({ label, link }) =>
    small(`<a class="l-link" href="${escapedHtml(link)}" style="${LINK}">${escapedHtml(label)}</a>`),
  ),
  small(escapedHtml(m.mail_footer({}, words))),
]
  .filter(Boolean)
  .join("\n")}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}
