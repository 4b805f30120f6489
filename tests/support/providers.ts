import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { mkdtemp, writeFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server, setGlobalProxyFromEnv } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import path from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import Provider, { type Configuration, interactionPolicy, type KoaContextWithOIDC } from "oidc-provider";
import MemoryAdapter from "oidc-provider/lib/adapters/memory_adapter.js";
import { generate } from "selfsigned";
import { inject } from "vitest";
// Types for `inject`.
import type {} from "./global-setup.ts";

/** The OpenID claims about a person. */
export interface Persona {
  email?: string;
  email_verified?: boolean | string;
  name?: string;
}

/** The credentials of the shop at Google, Facebook and Apple. A native app of the shop has its own client id. */
export const CLIENT = { clientId: "our-id,our-app", clientSecret: "our-secret" };

export interface Providers {
  /** The people with an account at the providers, by the login that they type there. */
  readonly people: Map<string, Persona>;
  readonly issuer: string;
  /** Environment variables with which another process uses these providers. */
  readonly env: Record<string, string>;
  /** The URL of the proxy that sends requests for the real hosts to these providers. */
  readonly proxy: string;
  close(): Promise<void>;
}

type Site = "google" | "facebook" | "apple" | "oidc";

/**
 * The real hosts and paths of each provider. The shop always calls these. In tests a proxy sends its calls to providers
 * on loopback.
 */
const SITES = {
  google: {
    issuer: "https://accounts.google.com",
    hosts: ["accounts.google.com", "oauth2.googleapis.com", "www.googleapis.com"],
    routes: { authorization: "/o/oauth2/v2/auth", token: "/token", jwks: "/oauth2/v3/certs" },
  },
  facebook: {
    issuer: "https://www.facebook.com",
    hosts: ["www.facebook.com", "graph.facebook.com", "limited.facebook.com"],
    routes: {
      authorization: "/v24.0/dialog/oauth",
      token: "/v24.0/oauth/access_token",
      jwks: "/.well-known/oauth/openid/jwks/",
    },
  },
  apple: {
    issuer: "https://appleid.apple.com",
    hosts: ["appleid.apple.com"],
    routes: { authorization: "/auth/authorize", token: "/auth/token", jwks: "/auth/keys" },
  },
} as const;

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** An ID token of a provider with other claims, or another header, signed with this key. */
export function signedAnew(
  token: string,
  { head = {}, claims = {}, key = privateKey }: { head?: object; claims?: object; key?: KeyObject },
): string {
  const changes = [head, claims];
  const text = token
    .split(".")
    .slice(0, changes.length)
    .map((part, n) => ({ ...JSON.parse(Buffer.from(part, "base64url").toString()), ...changes[n] }))
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
}

function configuration(site: Site, people: Map<string, Persona>, provider: () => Provider): Configuration {
  return {
    // This adapter is the default. The library prints a warning when the option is missing.
    adapter: (name) => new MemoryAdapter(name),
    clients: [
      {
        client_id: "our-id",
        client_secret: "our-secret",
        token_endpoint_auth_method: "client_secret_post",
        // Allows any port on this machine.
        application_type: "native",
        redirect_uris: [`http://127.0.0.1/api/auth/callback/${site}`],
        response_types: ["code", "code id_token"],
        grant_types: ["authorization_code", "implicit"],
      },
      {
        client_id: "our-app",
        token_endpoint_auth_method: "none",
        application_type: "native",
        redirect_uris: ["http://127.0.0.1/app"],
      },
      {
        client_id: "somebody-elses-app",
        token_endpoint_auth_method: "none",
        application_type: "native",
        redirect_uris: ["http://127.0.0.1/app"],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256" }] },
    cookies: { keys: ["tests"] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => false },
    scopes: ["openid", "email", "profile", "name", "public_profile"],
    claims: { email: ["email", "email_verified"], profile: ["name"], name: ["name"] },
    // Google, Facebook and Apple put all claims into the ID token. An organisation's issuer may leave some out.
    conformIdTokenClaims: site === "oidc",
    interactions: { url: (_, { uid }) => `/login/${uid}`, policy: askingOnce() },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    findAccount: (_, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    // Grants all scopes without asking: the shop does not depend on the provider's consent page.
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId;
      const clientId = oidc.client?.clientId;
      if (!accountId || !clientId) return undefined;
      const grant = new (provider().Grant)({ accountId, clientId });
      grant.addOIDCScope("openid email profile name public_profile");
      await grant.save();
      return grant;
    },
    ...(site !== "oidc" && { routes: SITES[site].routes }),
  };
}

/** Removes the prompt that asks native apps for consent each time. */
function askingOnce(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.get("consent")?.checks.remove("native_client_prompt");
  return policy;
}

const LOGIN = `<!doctype html><title>Sign in</title><h1>Sign in</h1>
<form method="post"><label>Login <input name="login"></label><button>Sign in</button></form>
<form method="post"><input type="hidden" name="error" value="access_denied"><input type="hidden" name="description"
value="The person said no."><button>Cancel</button></form>`;

async function formOf(ctx: KoaContextWithOIDC): Promise<URLSearchParams> {
  let body = "";
  for await (const part of ctx.req) body += part;
  return new URLSearchParams(body);
}

function providerOf(site: Site, issuer: string, people: Map<string, Persona>): Provider {
  const provider: Provider = new Provider(
    issuer,
    configuration(site, people, () => provider),
  );
  provider.use(async (ctx, next) => {
    if (ctx.path.startsWith("/login/")) return login(provider, ctx as KoaContextWithOIDC);
    if (site === "facebook" && (await graph(provider, ctx as KoaContextWithOIDC, people))) return;
    if (site === "apple" && ctx.path === SITES.apple.routes.authorization && !ctx.query.nonce) {
      // Apple assumes the scope "openid" and requires no nonce; the library requires both.
      ctx.query = { ...ctx.query, nonce: "none", scope: `openid ${ctx.query.scope}` };
    }
    await next();
  });
  return provider;
}

async function login(provider: Provider, ctx: KoaContextWithOIDC): Promise<void> {
  if (ctx.method !== "POST") {
    ctx.type = "html";
    ctx.body = LOGIN;
    return;
  }
  const form = await formOf(ctx);
  const error = form.get("error");
  const result = error
    ? { error, error_description: form.get("description") ?? undefined }
    : { login: { accountId: form.get("login") ?? "" } };
  ctx.respond = false;
  await provider.interactionFinished(ctx.req, ctx.res, result);
}

/** Answers Facebook's endpoints that are not OAuth: /debug_token and /me. Returns false for other paths. */
async function graph(
  provider: Provider,
  ctx: KoaContextWithOIDC,
  people: Map<string, Persona>,
): Promise<boolean> {
  if (ctx.path !== "/debug_token" && ctx.path !== "/me") return false;
  const value = ctx.path === "/me" ? ctx.get("authorization").replace(/^Bearer /, "") : ctx.query.input_token;
  const token = await provider.AccessToken.find(String(value));
  const id = token?.accountId;
  const { name, email } = people.get(id ?? "") ?? {};
  ctx.body =
    ctx.path === "/me"
      ? { id, name, email, picture: { data: { url: "https://graph.facebook.com/picture" } } }
      : { data: { is_valid: token !== undefined, app_id: token?.clientId, user_id: id } };
  return true;
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Starts four OpenID providers on loopback: Google, Facebook, Apple and the issuer of an organisation. */
export async function startProviders(): Promise<Providers> {
  const people = new Map<string, Persona>();
  const answers = new Map<string, RequestListener>();
  for (const [site, { issuer, hosts }] of Object.entries(SITES)) {
    const provider = providerOf(site as Site, issuer, people);
    for (const host of hosts) answers.set(host, provider.callback());
  }
  const altNames = [...answers.keys()].map((value) => ({ type: 2 as const, value }));
  const { private: key, cert } = await generate([{ name: "commonName", value: "providers of the tests" }], {
    extensions: [{ name: "subjectAltName", altNames }],
  });
  const sites = createTlsServer({ key, cert }, (request, response) => {
    answers.get(request.headers.host ?? "")?.(request, response);
  });
  const sitesPort = await listening(sites);
  const proxy = createServer();
  proxy.on("connect", ({ url }, socket, head) => {
    if (!answers.has(String(url).replace(/:443$/, "")))
      return void socket.end("HTTP/1.1 502 No such place\r\n\r\n");
    const tunnel = connect(sitesPort, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      tunnel.write(head);
      tunnel.pipe(socket).pipe(tunnel);
    });
    for (const end of [socket, tunnel]) end.on("error", () => socket.destroy());
  });
  const proxyUrl = `http://127.0.0.1:${await listening(proxy)}`;
  let answer: RequestListener = () => {};
  const organisation = createServer((request, response) => answer(request, response));
  const issuer = `http://127.0.0.1:${await listening(organisation)}`;
  answer = providerOf("oidc", issuer, people).callback();
  const folder = await mkdtemp(path.join(inject("workerFiles"), "providers-"));
  const certificate = path.join(folder, "certificate.pem");
  await writeFile(certificate, cert);
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, cert]);
  const direct = "127.0.0.1,localhost";
  const restore = setGlobalProxyFromEnv({ https_proxy: proxyUrl, no_proxy: direct });
  return {
    people,
    issuer,
    proxy: proxyUrl,
    env: {
      NODE_USE_ENV_PROXY: "1",
      HTTPS_PROXY: proxyUrl,
      NO_PROXY: direct,
      NODE_EXTRA_CA_CERTS: certificate,
      ...credentials(issuer),
    },
    async close() {
      restore();
      setDefaultCACertificates(before);
      for (const server of [proxy, sites, organisation]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

function credentials(issuer: string): Record<string, string> {
  const clients = ["GOOGLE", "FACEBOOK", "APPLE", "OIDC"].flatMap((name) => [
    [`${name}_CLIENT_ID`, name === "OIDC" ? "our-id" : CLIENT.clientId],
    [`${name}_CLIENT_SECRET`, CLIENT.clientSecret],
  ]);
  return { ...Object.fromEntries(clients), OIDC_ISSUER: issuer, OIDC_NAME: "Tennis Club" };
}
