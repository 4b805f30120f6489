import { z } from "zod";
import type { Viewer } from "#app/domain/viewer.ts";
import { readPhoneNumber } from "#app/features/accounts/addressee.server.ts";
import { phoneSchema } from "#app/features/accounts/codes-schema.ts";
import { flowFields, linkForProgram } from "#app/features/accounts/door/authorization.server.ts";
import { asBrowser, bodyOf, requireProof, withFields } from "#app/features/accounts/door/browser.server.ts";
import { authorizeFields, linkFields, linkQuery } from "#app/features/accounts/door/client-fields.ts";
import { presentUser, tokensResource, userResource } from "#app/features/accounts/door/resource.server.ts";
import { tokensFor } from "#app/features/accounts/door/tokens.server.ts";
import { saveProfile } from "#app/features/accounts/profile/commands.server.ts";
import { startEmailChange } from "#app/features/accounts/profile/email-change.server.ts";
import { profileOf } from "#app/features/accounts/profile/queries.server.ts";
import { emailChangeSchema, profileSchema } from "#app/features/accounts/profile/schema.ts";
import { hasPassword } from "#app/features/accounts/queries.server.ts";
import { changePasswordSchema, confirmCodeSchema, EVERY_PROVIDER } from "#app/features/accounts/schema.ts";
import {
  confirmByCode,
  confirmByPassword,
  mailConfirmCode,
} from "#app/features/accounts/security/confirm.server.ts";
import { unlink } from "#app/features/accounts/security/identities.server.ts";
import { changePassword, setPassword } from "#app/features/accounts/security/password.server.ts";
import { removePhone, sendPhoneCode } from "#app/features/accounts/security/phone.server.ts";
import { id } from "#app/features/api/fields.ts";
import { operation } from "#app/features/api/operation.server.ts";
import { m } from "#app/paraglide/messages.js";
import { countryOf } from "#app/platform/choices.server.ts";
import { continueAsSession, startedSession, viewerOf } from "#app/platform/session.server.ts";
import { faultAt } from "#app/platform/submit.server.ts";

const { current, password } = changePasswordSchema.shape;

const changes = z
  .strictObject({
    nonce: confirmCodeSchema.shape.code.meta({ description: "The code that `GET /reauthenticate` mailed." }),
    current_password: current,
    email: emailChangeSchema.shape.email.meta({
      description: "Waits for links that are mailed to both addresses.",
    }),
    phone: phoneSchema.shape.phone
      .nullable()
      .meta({ description: "Waits for `POST /verify` with the code that is texted to it; null removes it." }),
    password,
    data: z.strictObject({ username: z.string().max(200) }),
    ...linkFields,
  })
  .partial()
  .refine(
    ({ email, phone, password, data }) =>
      [email, phone, password, data].filter((change) => change !== undefined).length <= 1,
    { error: () => m.api_one_change() },
  );

type Changes = z.output<typeof changes>;

/**
 * The person proves who they are by what was sent, or did so lately.
 * @returns what a browser would be told: a proof that was sent replaces the token of the session
 */
async function prove(request: Request, viewer: Viewer, sent: Changes): Promise<Headers | undefined> {
  if (sent.nonce !== undefined)
    return withFields({ code: "nonce" }, confirmByCode(asBrowser(request), viewer, sent.nonce));
  if (sent.current_password !== undefined)
    return withFields(
      { password: "current_password" },
      confirmByPassword(asBrowser(request), viewer, sent.current_password),
    );
  await requireProof(asBrowser(request));
  return undefined;
}

async function newPassword(request: Request, viewer: Viewer, sent: Changes): Promise<Headers | undefined> {
  const { password = "", current_password } = sent;
  if (!(await hasPassword(viewer.id))) {
    const proof = await prove(request, viewer, sent);
    await setPassword(asBrowser(request), viewer, password);
    return proof;
  }
  if (current_password === undefined) throw faultAt("current_password", m.auth_password_required());
  const changing = changePassword(asBrowser(request), viewer, { current: current_password, password });
  return withFields({ current: "current_password" }, changing);
}

async function newName(viewer: Viewer, data: unknown): Promise<void> {
  const { username } = profileSchema(viewer.username).shape;
  const input = bodyOf(z.object({ data: z.object({ username }) }), { data });
  const seen = await profileOf(viewer.id);
  const { full_name = null, phone = null, shipping_address = null, billing_address = null } = seen ?? {};
  const profile = { full_name, phone, shipping_address, billing_address, username: input.data.username };
  await withFields({ username: "data.username" }, saveProfile(viewer, profile, seen));
}

async function newPhone(request: Request, viewer: Viewer, typed: string | null): Promise<void> {
  const browser = asBrowser(request);
  if (typed === null) return removePhone(browser, viewer);
  const number = readPhoneNumber(typed, await countryOf(browser));
  if (!number) throw faultAt("phone", m.phone_invalid());
  return sendPhoneCode(browser, viewer, number);
}

async function change(request: Request, viewer: Viewer, sent: Changes): Promise<Headers | undefined> {
  if (sent.password !== undefined) return newPassword(request, viewer, sent);
  // A username needs no proof, as on the page of the profile.
  if (sent.data !== undefined) {
    await newName(viewer, sent.data);
    return undefined;
  }
  const proof = await prove(request, viewer, sent);
  if (sent.email !== undefined) await startEmailChange(viewer, sent.email);
  if (sent.phone !== undefined) await newPhone(request, viewer, sent.phone);
  return proof;
}

export const authUserOperations = [
  operation({
    method: "GET",
    path: "/user",
    id: "getUser",
    summary: "The person who is signed in.",
    access: "session",
    answer: userResource,
    run: ({ viewer }) => presentUser(viewer),
  }),
  operation({
    method: "PUT",
    path: "/user",
    id: "changeUser",
    summary:
      "Changes one of username, e-mail address, phone number and password; or only proves who the person is, by `nonce` or `current_password`, for the next minutes. A proof ends the former tokens, and a new password all sessions: the answer has new tokens of this one.",
    access: "session",
    query: linkQuery,
    body: changes,
    answer: z.object({
      ...userResource.shape,
      session: tokensResource.optional().meta({ description: "These replace the tokens that ended." }),
    }),
    async run({ body, viewer, request }) {
      const headers = await change(request, viewer, body);
      const replaced = headers && startedSession(headers);
      if (replaced) continueAsSession(replaced);
      const changed = (await viewerOf(asBrowser(request))) ?? viewer;
      const session = replaced ? await tokensFor(replaced.token) : undefined;
      return { ...(await presentUser(changed)), ...(session && { session }) };
    },
  }),
  operation({
    method: "GET",
    path: "/reauthenticate",
    id: "reauthenticate",
    summary: "Mails a code with which `PUT /user` proves who the person is, before a delicate change.",
    access: "session",
    answer: z.object({}),
    async run({ viewer }) {
      await mailConfirmCode(viewer);
      return {};
    },
  }),
  operation({
    method: "GET",
    path: "/user/identities/authorize",
    id: "linkIdentity",
    summary:
      "The address to open in a browser, to link an account at a provider as another way to sign in. It leads back to `redirect_to` with a `code`; `POST /token` (pkce) with the code links the account.",
    access: "session",
    query: z.strictObject({ provider: z.enum(EVERY_PROVIDER), ...flowFields, ...authorizeFields }),
    answer: z.object({ url: z.string() }),
    async run({ query: { provider, redirect_to, code_challenge }, request }) {
      await requireProof(asBrowser(request));
      return { url: await linkForProgram(request, provider, { redirect_to, code_challenge }) };
    },
  }),
  operation({
    method: "DELETE",
    path: "/user/identities/{identity_id}",
    id: "unlinkIdentity",
    summary: "Unlinks an account at a provider, unless it is the last way to sign in.",
    access: "session",
    params: z.strictObject({ identity_id: id }),
    answer: z.object({}),
    async run({ params: { identity_id }, viewer, request }) {
      await requireProof(asBrowser(request));
      await unlink(asBrowser(request), viewer.id, identity_id);
      return {};
    },
  }),
];
