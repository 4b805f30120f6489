import { auth, withAuthIn } from "#app/platform/auth.server.ts";
import { isChallenge } from "#app/platform/auth-second-factor.server.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import { clientAddress, limit } from "#app/platform/rate-limit.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { lockAddress } from "./commands.server.ts";
import { userById } from "./queries.server.ts";
import { clearedSignUpBrowser, isSignUpBrowser } from "./sign-up-browser.server.ts";
import { readVerificationToken } from "./verification.server.ts";

/** Where a verification link stands: "used" links have verified their address already. */
export type VerificationLink =
  | { kind: "ready" | "used"; userId: string; email: string; username: string }
  | { kind: "dead" };

/** Reads a verification link, and changes nothing. It is "dead" when it is invalid or expired, or its user is gone. */
export async function readVerificationLink(token: string, queries?: Queries): Promise<VerificationLink> {
  const claim = await readVerificationToken(token);
  const user = claim && (await userById(claim.userId, queries));
  // Better Auth verifies the current owner of the email address. The link must have been mailed to the same user.
  if (!user || user.email !== claim.email) return { kind: "dead" };
  const { id: userId, email, username } = user;
  return { kind: user.verified ? "used" : "ready", userId, email, username };
}

type SignedInByLink = { headers: Headers; challenge: boolean; issuedAt: Date };

/**
 * Verifies the email address of a verification link. In the browser that signed up, its user is signed in (`session`),
 * or must still enter their second factor (`challenge`). In any other browser, and in one with a session, sessions stay
 * as they are.
 */
export async function verifyAddress(
  request: Request,
  token: string,
): Promise<
  | VerificationLink
  | { kind: "verified"; userId: string; email: string; username: string; session: SignedInByLink | null }
> {
  await limit("verify_client", clientAddress(request));
  const viewer = await viewerOf(request);
  const claim = await readVerificationToken(token);
  if (!claim) return { kind: "dead" };
  return db()
    .transaction()
    .execute(async (trx) => {
      await lockAddress(trx, claim.email);
      const link = await readVerificationLink(token, trx);
      if (link.kind !== "ready") return link;
      if (viewer || !isSignUpBrowser(request, link.userId)) {
        await trx.updateTable("users").set({ email_verified: true }).where("id", "=", link.userId).execute();
        return { ...link, kind: "verified", session: null };
      }
      const { headers, response } = await withAuthIn(trx, () =>
        auth().api.verifyEmail({ query: { token }, headers: request.headers, returnHeaders: true }),
      );
      headers.append("set-cookie", clearedSignUpBrowser());
      const session = { headers, challenge: isChallenge(response), issuedAt: claim.issuedAt };
      return { ...link, kind: "verified", session };
    });
}
