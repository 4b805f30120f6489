import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { wholeAddress } from "#app/platform/locale.server.ts";
import type { Mail } from "#app/platform/mail.server.ts";

type Person = { email: string; username: string };
type Letter = { subject: string; hello: string; text: string; button: string; link: string; ignore: string };

/**
 * The link that shows an address to be its owner's, and where it leads on to. In the language of the request in
 * progress, as all mails.
 */
export function verificationMail({ email, username }: Person, token: string, next: string): Mail {
  const on = next === "/" ? "" : `&next=${encodeURIComponent(next)}`;
  return letter(email, {
    subject: m.mail_verify_subject(),
    hello: m.mail_hello({ username }),
    text: m.mail_verify_text(),
    button: m.mail_verify_button(),
    link: wholeAddress(`/auth/verify?token=${encodeURIComponent(token)}${on}`),
    ignore: m.mail_verify_ignore(),
  });
}

/** What somebody gets who signs up with an address that has an account: the page that they see tells nobody. */
export function knownAddressMail({ email, username }: Person): Mail {
  return letter(email, {
    subject: m.mail_known_subject(),
    hello: m.mail_hello({ username }),
    text: m.mail_known_text({ username }),
    button: m.mail_known_button(),
    link: wholeAddress("/auth"),
    ignore: m.mail_known_ignore(),
  });
}

export function resetMail({ email, username }: Person, token: string): Mail {
  return letter(email, {
    subject: m.mail_reset_subject(),
    hello: m.mail_hello({ username }),
    text: m.mail_reset_text(),
    button: m.mail_reset_button(),
    link: wholeAddress(`/auth/reset?token=${encodeURIComponent(token)}`),
    ignore: m.mail_reset_ignore(),
  });
}

function letter(to: string, parts: Letter): Mail {
  const { subject, hello, text, link, ignore } = parts;
  return {
    to,
    subject,
    text: [hello, text, link, ignore, `-- \n${m.mail_footer()}`].join("\n\n"),
    html: page(parts),
  };
}

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

// Mail programs know tables and inline styles, and little else. The yellow is the ball's, as on the site.
function page({ subject, hello, text, button, link, ignore }: Letter): string {
  const paragraph = (words: string, style = "") =>
    `<p style="margin:0 0 16px;${style}">${escaped(words)}</p>`;
  const address = escaped(link);
  return `<!doctype html>
<html lang="${getLocale()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;background:#f3efe6;color:#1d2a26;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:0 8px 16px;font-size:20px;font-weight:700">Second Serve</td></tr>
<tr><td style="background:#ffffff;border-radius:16px;padding:32px 28px">
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${escaped(subject)}</h1>
${paragraph(hello)}
${paragraph(text)}
<p style="margin:24px 0"><a href="${address}" style="display:inline-block;background:#d9f24b;color:#1d2a26;border:1px solid #a9c11c;border-radius:999px;padding:12px 24px;font-weight:600;text-decoration:none">${escaped(button)}</a></p>
${paragraph(m.mail_link_instead(), "font-size:14px;color:#5a665f;margin-bottom:4px")}
<p style="margin:0 0 24px;font-size:14px;word-break:break-all"><a href="${address}" style="color:#1d6b52">${address}</a></p>
${paragraph(ignore, "margin-bottom:0;font-size:14px;color:#5a665f")}
</td></tr>
<tr><td style="padding:16px 8px;font-size:13px;color:#5a665f">${escaped(m.mail_footer())}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}
