import { createECDH, createPrivateKey, hkdfSync, type KeyObject } from "node:crypto";
import { SignJWT } from "jose";
import { env } from "#app/platform/env.server.ts";

/** The order of the curve P-256: private keys are smaller. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** 128 bits more than the order has, so that the remainder of a division is as good as random (FIPS 186-5, A.2.1). */
const SEED_BYTES = 48;
/** RFC 8292 allows a day. */
const TOKEN_LIFE = "12h";

interface ServerKey {
  readonly secret: string;
  /** The uncompressed point, 65 bytes in base64url. */
  readonly publicKey: string;
  readonly signing: KeyObject;
}

let current: ServerKey | undefined;

/**
 * The key by which push services recognise this shop (RFC 8292). It is derived from AUTH_SECRET, which all servers have
 * and no backup contains (docs/decisions/0174).
 */
function serverKey(): ServerKey {
  const { authSecret } = env();
  if (current?.secret !== authSecret) current = derived(authSecret);
  return current;
}

function derived(secret: string): ServerKey {
  const seed = Buffer.from(hkdfSync("sha256", secret, "", "web push", SEED_BYTES));
  const number = (BigInt(`0x${seed.toString("hex")}`) % (ORDER - 1n)) + 1n;
  const d = Buffer.from(number.toString(16).padStart(64, "0"), "hex");
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(d);
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const jwk = { kty: "EC", crv: "P-256", d: d.toString("base64url"), x, y };
  return {
    secret,
    publicKey: point.toString("base64url"),
    signing: createPrivateKey({ key: jwk, format: "jwk" }),
  };
}

/** For `pushManager.subscribe` of browsers: 65 bytes in base64url. */
export function publicPushKey(): string {
  return serverKey().publicKey;
}

/** The header Authorization of a request to a push service (RFC 8292). It says whom the operator of that service can ask. */
export async function pushAuthorization(endpoint: URL): Promise<string> {
  const { supportEmail, baseUrl } = env();
  const { publicKey, signing } = serverKey();
  const token = await new SignJWT()
    .setProtectedHeader({ alg: "ES256", typ: "JWT" })
    .setAudience(endpoint.origin)
    .setSubject(supportEmail ? `mailto:${supportEmail}` : baseUrl)
    .setExpirationTime(TOKEN_LIFE)
    .sign(signing);
  return `vapid t=${token}, k=${publicKey}`;
}
