import { z } from "zod";
import { signIn, signUp } from "#app/features/accounts/commands.server.ts";
import {
  ACCOUNT_BASE,
  flowFields,
  startForProgram,
  takeCode,
} from "#app/features/accounts/door/authorization.server.ts";
import { asBrowser, bodyOf, withFields } from "#app/features/accounts/door/browser.server.ts";
import {
  authorizeFields,
  clientFields,
  linkFields,
  linkQuery,
} from "#app/features/accounts/door/client-fields.ts";
import {
  presentSession,
  presentSignIn,
  sessionResource,
} from "#app/features/accounts/door/resource.server.ts";
import { refreshTokens } from "#app/features/accounts/door/tokens.server.ts";
import { providerName } from "#app/features/accounts/provider-notices.server.ts";
import { EVERY_PROVIDER, idTokenSchema, signInSchema, signUpSchema } from "#app/features/accounts/schema.ts";
import { SESSION_SCOPES, signOut } from "#app/features/accounts/security/sessions.server.ts";
import { signInWithToken } from "#app/features/accounts/social-sign-in.server.ts";
import { operation } from "#app/features/api/operation.server.ts";
import { env } from "#app/platform/env.server.ts";
import { Refused } from "#app/platform/refused.server.ts";

const { provider, token, nonce, terms } = idTokenSchema.shape;

/** What each kind of grant sends. */
const GRANTS = {
  password: z.strictObject({
    email: signInSchema.shape.identifier.meta({ description: "An e-mail address, or a username." }),
    password: signInSchema.shape.password,
    ...clientFields,
  }),
  pkce: z.strictObject({
    auth_code: z.string().max(100),
    code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
  }),
  id_token: z.strictObject({ provider, id_token: token, nonce, terms, ...clientFields }),
  refresh_token: z.strictObject({ refresh_token: z.string().max(200) }),
};

export const authTokenOperations = [
  operation({
    method: "POST",
    path: "/token",
    id: "createSession",
    summary:
      "Signs in: by password, by the code of `/authorize` (pkce), by a provider's ID token, or with a refresh token, which works once.",
    access: "anyone",
    query: z.strictObject({ grant_type: z.enum(["password", "pkce", "id_token", "refresh_token"]) }),
    body: z
      .strictObject({
        ...GRANTS.password.shape,
        ...GRANTS.pkce.shape,
        ...GRANTS.id_token.shape,
        ...GRANTS.refresh_token.shape,
      })
      .partial(),
    answer: sessionResource,
    async run({ query: { grant_type }, body, request }) {
      const browser = asBrowser(request);
      switch (grant_type) {
        case "password": {
          const { email: identifier, password } = bodyOf(GRANTS.password, body);
          const signingIn = signIn(browser, { identifier, password });
          return presentSignIn(request, (await withFields({ identifier: "email" }, signingIn)).headers);
        }
        case "pkce": {
          const { auth_code, code_verifier } = bodyOf(GRANTS.pkce, body);
          return presentSession(request, await takeCode(request, auth_code, code_verifier));
        }
        case "id_token": {
          const { id_token, gotrue_meta_security: _, ...sent } = bodyOf(GRANTS.id_token, body);
          return presentSignIn(
            request,
            (await signInWithToken(browser, { ...sent, token: id_token })).headers,
          );
        }
        case "refresh_token": {
          const { refresh_token } = bodyOf(GRANTS.refresh_token, body);
          const { tokens, session } = await refreshTokens(request, refresh_token);
          return presentSession(request, session, tokens);
        }
      }
    },
  }),
  operation({
    method: "POST",
    path: "/signup",
    id: "signUp",
    summary:
      "Creates an account, and mails the link that verifies its address. The answer is the same for an address that has an account.",
    access: "anyone",
    query: linkQuery,
    body: z.strictObject({
      email: signUpSchema.shape.email,
      password: signUpSchema.shape.password,
      data: z.strictObject({
        username: signUpSchema.shape.username,
        terms: terms.meta({
          description: "The version of the terms that the person accepts, if the shop has terms.",
        }),
      }),
      ...linkFields,
    }),
    answer: z.object({ email: z.string(), user_metadata: z.object({ username: z.string() }) }),
    example: {
      email: "grip@example.com",
      password: "correct horse battery",
      data: { username: "grip_and_string" },
    },
    async run({ body: { email, password, data }, request }) {
      await withFields(
        { username: "data.username" },
        signUp(asBrowser(request), { email, password, ...data }),
      );
      return { email, user_metadata: { username: data.username } };
    },
  }),
  operation({
    method: "GET",
    path: "/authorize",
    id: "authorize",
    summary:
      "Opened in a browser: leads to a provider, and back to `redirect_to` with a `code` for `POST /token` (pkce), or an `error`.",
    access: "anyone",
    query: z.strictObject({
      provider: z.enum(EVERY_PROVIDER),
      ...flowFields,
      ...authorizeFields,
      ticket: z
        .string()
        .max(200)
        .optional()
        .meta({ description: "Of `GET /user/identities/authorize`, to link an account." }),
    }),
    answer: null,
    status: 302,
    async run({ query: { provider: way, redirect_to, code_challenge, ticket }, request }) {
      return startForProgram(request, way, { redirect_to, code_challenge }, ticket);
    },
  }),
  operation({
    method: "POST",
    path: "/sso",
    id: "authorizeByOrganisation",
    summary: "The address to open in a browser, to sign in by the issuer of the shop's organisation.",
    access: "anyone",
    body: z.strictObject({
      provider_id: z.literal("oidc"),
      ...flowFields,
      ...clientFields,
      skip_http_redirect: z.boolean().optional(),
    }),
    answer: z.object({ url: z.string() }),
    async run({ body: { provider_id, redirect_to, code_challenge, code_challenge_method } }) {
      if (!env().providers.oidc) throw new Refused("provider_missing", { provider: providerName("oidc") });
      const query = new URLSearchParams({
        provider: provider_id,
        redirect_to,
        code_challenge,
        code_challenge_method,
      });
      return { url: `${env().baseUrl}${ACCOUNT_BASE}/authorize?${query}` };
    },
  }),
  operation({
    method: "POST",
    path: "/logout",
    id: "signOut",
    summary: "Ends this session (local), all others (others), or all (global). Keys of the API stay.",
    access: "session",
    query: z.strictObject({ scope: z.enum(SESSION_SCOPES).default("global") }),
    answer: null,
    async run({ query: { scope }, request }) {
      await signOut(asBrowser(request), scope);
      return undefined;
    },
  }),
];
