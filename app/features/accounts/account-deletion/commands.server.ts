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
import { limit } from "#app/platform/rate-limit.server.ts";
import { deletedMail } from "../mails.server.ts";
import { userById } from "../queries.server.ts";
import { requestDetails } from "../security/device-names.server.ts";

/**
 * What another feature does before a user is deleted, in the same transaction. Returns a function for the writes that
 * must come last; it runs after the user is deleted, still in this transaction.
 */
export type DeletionStep = (trx: Transaction<DB>, userId: string) => Promise<() => Promise<void>>;

/** Deletes a feature's rows of the user beforehand, where they may be too many for the transaction of the deletion. */
export type PreDeletionStep = (userId: string) => Promise<void>;

/**
 * Deletes a user and all their data permanently: first the `before` steps, then everything else in one transaction
 * (docs/decisions/0024-data-export-and-account-deletion.md).
 * @param open the names of orders and offers that were not over, for the mail
 * @returns "gone" when another request has deleted the user already, or the session has ended; `headers` clear the
 * session cookie
 */
export async function deleteAccount(
  request: Request,
  viewer: Viewer,
  others: readonly DeletionStep[],
  before: readonly PreDeletionStep[] = [],
  open: readonly string[] = [],
): Promise<{ kind: "deleted"; headers: Headers } | { kind: "gone" }> {
  await limit("delete_account", viewer.id);
  for (const step of before) await step(viewer.id);
  let headers: Headers;
  try {
    headers = await publishingTransaction((trx) => deleteIn(trx, request, viewer, { others, open }));
  } catch (error) {
    if (error instanceof SignedOut) return { kind: "gone" };
    throw error;
  }
  // The database notifies the other servers. This server invalidates its own cache without waiting for that.
  for (const tag of [...CATEGORIES.map(({ type }) => type), "reviews"]) pageCache.invalidate(tag);
  await publishSessionsEnded(viewer.id);
  return { kind: "deleted", headers };
}

/** The user or their session no longer exists. Thrown, so that nothing of the transaction is written. */
class SignedOut extends Error {}

async function deleteIn(
  trx: Transaction<DB>,
  request: Request,
  { id }: Viewer,
  { others, open }: { others: readonly DeletionStep[]; open: readonly string[] },
): Promise<Headers> {
  const person = await lockedPerson(trx, id);
  if (!person) throw new SignedOut();
  return deletePerson(trx, person, others, async () => {
    const headers = await deleteUser(trx, request);
    await sendMail(deletedMail(person, requestDetails(request), open), trx);
    return headers;
  });
}

/**
 * Deletes a user who had deleted their account before a backup brought them back, without a mail. If the user does not
 * exist, it does nothing.
 */
export async function deleteAccountAgain(
  userId: string,
  others: readonly DeletionStep[],
  before: readonly PreDeletionStep[],
): Promise<void> {
  for (const step of before) await step(userId);
  await publishingTransaction(async (trx) => {
    const person = await lockedPerson(trx, userId);
    if (person)
      await deletePerson(trx, person, others, () =>
        trx.deleteFrom("users").where("id", "=", userId).execute(),
      );
  });
}

/** With two tabs or a double click, the second request waits here and finds no user. */
async function lockedPerson(trx: Transaction<DB>, id: string) {
  // The foreign keys delete all of the user's rows in one statement, which may take long.
  await extendStatementTimeout(trx);
  const locked = await trx
    .selectFrom("users")
    .select("phone_number as phone")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  const person = await userById(id, trx);
  return locked && person && { ...person, ...locked, id };
}

async function deletePerson<Result>(
  trx: Transaction<DB>,
  person: { id: string; email: string; phone: string | null },
  others: readonly DeletionStep[],
  deleteRow: () => Promise<Result>,
): Promise<Result> {
  const last: (() => Promise<void>)[] = [];
  for (const step of others) last.push(await step(trx, person.id));
  await holdUsernames(trx, person.id);
  await deleteLinks(trx, person);
  const result = await deleteRow();
  for (const finish of last) await finish();
  return result;
}

/** Returns the headers that clear the session cookie. @throws SignedOut when the session has ended meanwhile */
async function deleteUser(trx: Transaction<DB>, request: Request): Promise<Headers> {
  try {
    const { headers } = await withAuthIn(trx, () =>
      auth().api.deleteUser({ body: {}, headers: request.headers, returnHeaders: true }),
    );
    return headers;
  } catch (error) {
    if (isAPIError(error) && error.statusCode === 401) throw new SignedOut();
    throw error;
  }
}

/** Deletes links and codes that were sent to the user. Better Auth's table `verifications` has no column with users. */
async function deleteLinks(
  trx: Transaction<DB>,
  { id, email, phone }: { id: string; email: string; phone: string | null },
): Promise<void> {
  // An id is unique anywhere in a text. An email address or a phone number may be part of a longer one.
  await sql`
    delete from verifications where strpos(identifier, ${id}) > 0 or strpos(value, ${id}) > 0
      or ${email} in (identifier, value) or strpos(value, ${`"${email}"`}) > 0
      or right(identifier, length(${email}::text) + 1) = ${`-${email}`}
      or identifier = ${phone} or starts_with(identifier, ${phone}::text || '-')
  `.execute(trx);
}
