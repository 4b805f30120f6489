import { sql, type Transaction } from "kysely";
import { href } from "react-router";
import type { MailContent } from "#app/features/accounts/mail-content.server.ts";
import { mailLocale, quoted, renderMail } from "#app/features/accounts/mail-template.server.ts";
import { type KnownUser, userById } from "#app/features/accounts/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { wholeAddress } from "#app/platform/locale.server.ts";
import { type Mail, sendMail } from "#app/platform/mail.server.ts";
import { notify } from "#app/platform/notify.server.ts";
import { helloOf } from "../reports/mails.server.ts";
import { isAppealed } from "../retention.server.ts";
import { TOLD_DAYS } from "./schema.ts";

/** SQL, of `conversation_views` and `cases`: it is time to tell the two people. */
const IS_DUE = sql<boolean>`told_at is null and (
  (state = 'closed' and not ${isAppealed})
  or conversation_views.opened_at < now() - make_interval(days => ${TOLD_DAYS})
)`;
/** SQL: whether the people of an opened conversation are to be told now. */
export const VIEWS_DUE = sql<boolean>`exists (
  select from conversation_views join cases on cases.id = case_id where ${IS_DUE}
)`;

interface ViewRow {
  readonly id: string;
  readonly room_id: string;
  readonly listing_name: string;
  readonly seller_id: string | null;
  readonly buyer_id: string | null;
  readonly seller: string | null;
  readonly buyer: string | null;
  readonly person_id: string | null;
  readonly subject_kind: string;
}

const AT_ONCE = 100;

/**
 * Tells the two people of each conversation that moderators opened, when its case is over or after `TOLD_DAYS`: once,
 * however often it was opened.
 */
export async function tellOfViews(signal?: AbortSignal): Promise<void> {
  const { rows } = await sql<{ caseId: string; roomId: string }>`
    select distinct case_id as "caseId", room_id as "roomId"
    from conversation_views join cases on cases.id = case_id where ${IS_DUE} limit ${AT_ONCE}
  `.execute(db());
  for (const { caseId, roomId } of rows) {
    if (signal?.aborted) return;
    await db()
      .transaction()
      .execute((trx) => tellOfConversation(trx, caseId, roomId));
  }
}

async function tellOfConversation(trx: Transaction<DB>, caseId: string, roomId: string): Promise<void> {
  const { rows } = await sql<ViewRow>`
    update conversation_views set told_at = now()
    from chat_rooms left join profiles seller on seller.id = seller_id left join profiles buyer on buyer.id = buyer_id,
      cases
    where case_id = ${caseId} and room_id = ${roomId} and told_at is null
      and chat_rooms.id = room_id and cases.id = case_id
    returning conversation_views.id, room_id, listing_name, seller_id, buyer_id,
      seller.username as seller, buyer.username as buyer, person_id, subject_kind
  `.execute(trx);
  const [view] = rows;
  if (!view) return;
  await tell(trx, view, view.seller_id, view.buyer);
  await tell(trx, view, view.buyer_id, view.seller);
}

/**
 * Whom a listing or a person was reported by is not to be guessed from it: the person whom the case is about is not told
 * which conversation it was. A message can only have been reported by its other reader.
 */
function isNamed({ subject_kind: kind, person_id }: ViewRow, userId: string): boolean {
  return kind === "message" || userId !== person_id;
}

async function tell(
  trx: Transaction<DB>,
  view: ViewRow,
  userId: string | null,
  other: string | null,
): Promise<void> {
  const person = userId === null ? null : await userById(userId, trx);
  if (!person) return;
  const named = isNamed(view, person.id);
  await sendMail(viewMail(person, view, named ? other : null, named), trx);
  await notify(
    {
      kind: "account",
      eventKey: `conversation-read:${view.id}`,
      userIds: [person.id],
      facts: { event: "conversation-read" },
      path: named ? href("/messages/:roomId", { roomId: view.room_id }) : href("/privacy"),
    },
    trx,
  );
}

function viewMail(person: KnownUser, view: ViewRow, other: string | null, named: boolean): Mail {
  const words = mailLocale(person);
  const name = quoted(other ?? m.account_deleted_user({}, words));
  const letter: MailContent = {
    subject: m.mail_conversation_read_subject({}, words),
    hello: helloOf(person.username, words),
    paragraphs: [
      named
        ? m.mail_conversation_read_named({ name, listing: quoted(view.listing_name) }, words)
        : m.mail_conversation_read_text({}, words),
      m.mail_conversation_read_why({}, words),
    ],
    links: [
      {
        label: m.mail_conversation_read_privacy({}, words),
        link: wholeAddress(href("/privacy"), words.locale),
      },
    ],
    reason: m.mail_reason_account({}, words),
  };
  return renderMail(person.email, letter, words);
}
