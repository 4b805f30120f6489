import { sql } from "kysely";
import { href } from "react-router";
import { NOTICE_KINDS, type NoticeChoice, type NoticeKind } from "#app/domain/notification-kinds.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { noticeChoices } from "#app/features/accounts/mail-preferences.server.ts";
import { m } from "#app/paraglide/messages.js";
import { db } from "#app/platform/db.server.ts";
import { EDIT_FIELDS, mergeStored } from "#app/platform/edits.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { orRefused } from "#app/platform/refused.server.ts";
import { isConfirmed } from "#app/platform/session.server.ts";
import { type Choices, choiceTexts, fieldsOf, KINDS, readChoices } from "./settings-schema.ts";

export const SETTINGS_PATH = href("/notifications/settings");
const CONFIRM_PATH = `${href("/profile/security/confirm")}?next=${encodeURIComponent(SETTINGS_PATH)}`;

export type SettingsAnswer =
  | { readonly kind: "saved"; readonly choices: Partial<Record<NoticeKind, NoticeChoice>> }
  /**
   * The choices for "account" were not saved: the user must confirm their identity at `path`, and choose again. Those
   * for other kinds were saved.
   */
  | { readonly kind: "confirm"; readonly path: string }
  | {
      readonly kind: "refused";
      readonly error: string;
      readonly at: NoticeKind | null;
      readonly submitted: Partial<Record<NoticeKind, NoticeChoice>> | null;
      readonly status: number;
    };

/** More than the fingerprints of all fields. */
const LONGEST_FIELD = 2_000;

const FIELDS = KINDS.flatMap((kind) => Object.values(fieldsOf(kind)));

/** The form has the fields of all kinds of notices, or only of some. */
export async function saveSettingsForm(request: Request, viewer: Viewer): Promise<SettingsAnswer> {
  const form = await readForm(request, [...FIELDS, ...EDIT_FIELDS], LONGEST_FIELD);
  // A change that was made elsewhere meanwhile is kept. What was chosen here wins, because it was just pressed.
  if (form) mergeStored(form, await storedTexts(viewer));
  const choices = form && readChoices(form);
  if (!choices || "unknown" in choices) {
    const at = choices && "unknown" in choices ? choices.unknown : null;
    return { kind: "refused", error: m.notification_settings_unknown(), at, submitted: null, status: 400 };
  }
  const mustConfirm = await needsConfirmation(request, viewer, choices);
  const saved = await orRefused(save(viewer.id, mustConfirm ? withoutAccount(choices) : choices));
  if (saved) {
    const submitted = Object.fromEntries(choices);
    return { kind: "refused", error: saved.message, at: null, submitted, status: saved.status };
  }
  return mustConfirm
    ? { kind: "confirm", path: CONFIRM_PATH }
    : { kind: "saved", choices: Object.fromEntries(choices) };
}

async function storedTexts(viewer: Viewer) {
  const stored = (await noticeChoices(viewer.id)) ?? NOTICE_KINDS;
  return Object.assign({}, ...KINDS.map((kind) => choiceTexts(kind, stored[kind]))) as Record<string, string>;
}

function withoutAccount(choices: Choices): Choices {
  return new Map([...choices].filter(([kind]) => kind !== "account"));
}

/**
 * Whether the user must confirm their identity before the choices are saved: when they switch off the mails about
 * sign-ins. A stranger who uses somebody's open session would do this first.
 */
async function needsConfirmation(request: Request, viewer: Viewer, choices: Choices): Promise<boolean> {
  if (choices.get("account")?.mail !== "off" || (await isConfirmed(request))) return false;
  return (await noticeChoices(viewer.id))?.account.mail !== "off";
}

async function save(userId: string, choices: Choices): Promise<void> {
  await limit("notice_choices", userId);
  const rows = [...choices].map(([kind, { inApp: in_app, mail }]) => ({ kind, in_app, mail }));
  await sql`
    insert into notification_choices (user_id, kind, in_app, mail)
    select profiles.id, chosen.kind, chosen.in_app, chosen.mail
    from profiles, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as chosen (kind text, in_app boolean, mail text)
    where profiles.id = ${userId}
    order by chosen.kind
    on conflict (user_id, kind) do update set in_app = excluded.in_app, mail = excluded.mail
  `.execute(db());
}
