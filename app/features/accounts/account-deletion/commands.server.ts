import { isAPIError } from "better-auth/api";
import { sql, type Transaction } from "kysely";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { auth, withAuthIn } from "#app/platform/auth.server.ts";
import { extendStatementTimeout } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { publishingTransaction, publishSessionsEnded } from "#app/platform/events.server.ts";
import { holdUsernames } from "#app/platform/held-usernames.server.ts";
import { sendMail } from "#app/platform/mail.server.ts";
import { pageCache } from "#app/platform/page-cache.server.ts";
import { type Limited, limited } from "../commands.server.ts";
import { deletedMail } from "../mails.server.ts";
import { userById } from "../queries.server.ts";
import { requestDetails } from "../request-details.server.ts";

/**
 * What another slice does before a person is deleted, in the same transaction, and answers what it does as the last
 * write of that.
 */
export type DeletionStep = (trx: Transaction<DB>, userId: string) => Promise<() => Promise<void>>;

/** Takes away, in transactions of its own, what is too much of a slice's for the one that deletes the person. */
export type PreDeletionStep = (userId: string) => Promise<void>;

/**
 * Deletes a person and what is theirs, at once and for good (docs/decisions/0024-data-export-and-account-deletion.md): all of it or nothing, but for
 * what went `before`, which a second try goes on with. Better Auth deletes user, identities and sessions; what becomes
 * of everything else is said by the foreign keys (retention.ts).
 * @returns "gone" when another request was faster; `headers` take the cookie back
 */
export async function deleteAccount(
  request: Request,
  viewer: Viewer,
  others: readonly DeletionStep[],
  before: readonly PreDeletionStep[] = [],
): Promise<{ kind: "deleted"; headers: Headers } | { kind: "gone" } | Limited> {
  const wait = await limited(["delete_account", viewer.id]);
  if (wait) return wait;
  for (const leave of before) await leave(viewer.id);
  const headers = await publishingTransaction((trx) => deleteIn(trx, request, viewer, others));
  if (!headers) return { kind: "gone" };
  // The other servers hear of it from the database; this one need not wait for that.
  for (const tag of [...CATEGORIES.map(({ type }) => type), "reviews"]) pageCache.invalidate(tag);
  await publishSessionsEnded(viewer.id);
  return { kind: "deleted", headers };
}

async function deleteIn(
  trx: Transaction<DB>,
  request: Request,
  { id }: Viewer,
  others: readonly DeletionStep[],
): Promise<Headers | null> {
  // The keys take along whatever is the person's, in one statement.
  await extendStatementTimeout(trx);
  // Two tabs, a double click: the second waits here, and finds nobody.
  const locked = await trx
    .selectFrom("users")
    .select("phone_number")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  const person = await userById(id, trx);
  if (!locked || !person) return null;
  const last: (() => Promise<void>)[] = [];
  for (const leave of others) last.push(await leave(trx, id));
  await holdUsernames(trx, id);
  await deleteLinks(trx, { id, email: person.email, phone: locked.phone_number });
  const headers = await deleteUser(trx, request);
  if (!headers) return null;
  await sendMail(deletedMail(person, requestDetails(request)), trx);
  for (const finish of last) await finish();
  return headers;
}

/** Null: the session ended in the meantime. */
async function deleteUser(trx: Transaction<DB>, request: Request): Promise<Headers | null> {
  try {
    const { headers } = await withAuthIn(trx, () =>
      auth().api.deleteUser({ body: {}, headers: request.headers, returnHeaders: true }),
    );
    return headers;
  } catch (error) {
    if (isAPIError(error) && error.statusCode === 401) return null;
    throw error;
  }
}

/** Links and codes that were sent to somebody: Better Auth's verifications name people in texts. */
async function deleteLinks(
  trx: Transaction<DB>,
  { id, email, phone }: { id: string; email: string; phone: string | null },
): Promise<void> {
  // An id is nobody else's wherever it stands; an address and a number may be the end or beginning of another's.
  await sql`
    delete from verifications where strpos(identifier, ${id}) > 0 or strpos(value, ${id}) > 0
      or ${email} in (identifier, value) or strpos(value, ${`"${email}"`}) > 0
      or right(identifier, length(${email}::text) + 1) = ${`-${email}`}
      or identifier = ${phone} or starts_with(identifier, ${phone}::text || '-')
  `.execute(trx);
}
