import bowser from "bowser";
import { m } from "#app/paraglide/messages.js";
import type { LocaleOption } from "../mail-content.server.ts";
import type { RequestDetails } from "../mails.server.ts";
import type { Device } from "./ui/devices-card.tsx";

/**
 * The name of a browser by its user agent: "Firefox on Windows", in the language of the request or of `words`. If only
 * the browser or only the system is known, the name is that one. It is null if neither is known. Only the first 500
 * characters are read.
 */
export function deviceOf(userAgent: string | null, words?: LocaleOption): Pick<Device, "name" | "handheld"> {
  const header = userAgent?.trim().slice(0, 500);
  if (!header) return { name: null, handheld: false };
  const { browser, os, platform } = bowser.parse(header);
  const named = browser.name && os.name;
  return {
    name: named
      ? m.security_device_name({ browser: browser.name ?? "", system: os.name ?? "" }, words)
      : browser.name || os.name || null,
    handheld: platform.type === "mobile" || platform.type === "tablet",
  };
}

/**
 * The network of an IP address, by which users recognise where they signed in: "203.0.113.…" or "2001:db8:12:…".
 * Returns null for an invalid address.
 */
export function networkOf(address: string | null): string | null {
  const plain = address?.trim().replace(/^::ffff:(?=\d+\.)/i, "") ?? "";
  const [, four] = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(plain) ?? [];
  if (four) return `${four}.…`;
  if (!/^[\da-f]*:[\da-f:]+$/i.test(plain)) return null;
  const groups = (plain.split("::")[0] ?? "").split(":").filter(Boolean).slice(0, 3);
  return groups.length > 0 ? `${groups.join(":")}:…` : null;
}

/** When and from where a request was sent, for the mail that tells the user what the request changed. */
export function requestDetails(request: Request): RequestDetails {
  return {
    at: new Date(),
    device: deviceOf(request.headers.get("user-agent")).name,
    address: networkOf(request.headers.get("x-client-ip")),
  };
}
