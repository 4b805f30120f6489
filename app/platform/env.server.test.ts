import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { type Config, EnvError, hasMailbox, isOnThisMachine, parseEnv } from "./env.server.ts";
import { isLoopback } from "./env-values.server.ts";

const SECRET = "0123456789abcdef0123456789abcdef";

function faultsOf(source: Record<string, string>): string[] {
  try {
    parseEnv(source);
    return [];
  } catch (error) {
    if (error instanceof EnvError) return error.faults;
    throw error;
  }
}

test("without variables the shop runs on this machine", () => {
  const dataDir = path.resolve("data");
  expect(parseEnv({})).toEqual({
    port: 3000,
    host: "127.0.0.1",
    baseUrl: "http://127.0.0.1:3000",
    trustedProxies: [],
    cachePurgeUrls: [],
    filesUrl: undefined,
    metricsToken: undefined,
    dataDir,
    databaseUrl: undefined,
    databaseReplicaUrls: [],
    storageUrl: pathToFileURL(path.join(dataDir, "photos")).href,
    backupUrl: undefined,
    backupPhotos: "files",
    smtpUrl: undefined,
    supportEmail: "support@localhost",
    sessionDays: 90,
    authSecret: "",
    apiRedirects: [],
    searchEngines: true,
    demoData: true,
    offers: true,
    offerPercent: 50,
    production: false,
    logRequests: false,
    embedded: true,
    providers: { google: undefined, facebook: undefined, apple: undefined, oidc: undefined },
  } satisfies Config);
});

test("an empty variable counts as not set", () => {
  const empty = { PORT: "", DATABASE_URL: "", AUTH_SECRET: "", GOOGLE_CLIENT_ID: "", DEMO_DATA: "" };
  expect(parseEnv(empty)).toEqual(parseEnv({}));
});

test.each<[Record<string, string>, string]>([
  [{ HOST: "0.0.0.0", BASE_URL: "http://localhost:3000" }, "http://localhost:3000"],
  [{ HOST: "::1", PORT: "80" }, "http://[::1]"],
  [{ HOST: "shop.local", PORT: "8080" }, "http://shop.local:8080"],
  [{ BASE_URL: "https://shop.example/" }, "https://shop.example"],
  [{ BASE_URL: "https://SHOP.example:443" }, "https://shop.example"],
])("with %j the shop is opened at %s", (source, baseUrl) => {
  expect(parseEnv(source).baseUrl).toBe(baseUrl);
});

test.each<[Record<string, string>, string]>([
  [{ PORT: "0" }, "PORT must be a whole number from 1 to 65535."],
  [{ PORT: "65536" }, "PORT must be a whole number from 1 to 65535."],
  [{ PORT: "3e3" }, "PORT must be a whole number from 1 to 65535."],
  [{ HOST: "two words" }, "HOST must be a host name or an address, like 127.0.0.1 or 0.0.0.0."],
  [{ BASE_URL: "shop.example" }, "BASE_URL must look like https://shop.example, without a path."],
  [{ BASE_URL: "https://shop.example/nl" }, "BASE_URL must look like https://shop.example, without a path."],
  [
    { FILES_URL: "https://files.example/photos" },
    "FILES_URL must look like https://files.example, without a path.",
  ],
  [{ BASE_URL: "ftp://shop.example" }, "BASE_URL must look like https://shop.example, without a path."],
  [{ SUPPORT_EMAIL: "support" }, "SUPPORT_EMAIL must be an e-mail address, like support@shop.example."],
  [
    { SUPPORT_EMAIL: "a@b.example, c@d.example" },
    "SUPPORT_EMAIL must be an e-mail address, like support@shop.example.",
  ],
  [{ SMTP_URL: "mail.example" }, "SMTP_URL must look like smtp://user:password@host:587 or smtps://…."],
  [{ DEMO_DATA: "1" }, "DEMO_DATA must be on or off."],
  [{ OFFERS: "no" }, "OFFERS must be on or off."],
  [{ OFFER_MIN_PERCENT: "0" }, "OFFER_MIN_PERCENT must be a whole number from 1 to 100."],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL must be one of trace, debug, info, warn, error, silent."],
  [
    { PASSWORD_LEAK_CHECK: "yes" },
    "PASSWORD_LEAK_CHECK must be on, off or an address, like https://leaks.example/range/.",
  ],
  ...["0.0.0.0", "::", "0:0::0", "0", "::ffff:0.0.0.0"].map((host): [Record<string, string>, string] => [
    { HOST: host },
    `BASE_URL is required when HOST is ${host}: it is the address that people type, and no other host name is answered.`,
  ]),
  ...["proxy.example", "10.0.0.0/33", "10.0.0.1, unknown"].map((list): [Record<string, string>, string] => [
    { TRUSTED_PROXIES: list },
    "TRUSTED_PROXIES must be addresses and CIDR ranges, separated by commas, like 127.0.0.1, 10.0.0.0/8.",
  ]),
  [
    { CACHE_PURGE_URLS: "http://10.0.0.21:6081/, 10.0.0.22:6081" },
    "CACHE_PURGE_URLS must be addresses, separated by commas, like http://10.0.0.21:6081/, https://user:password@purge.example/.",
  ],
  [{ METRICS_TOKEN: "short" }, "METRICS_TOKEN must be at least 32 characters long."],
  ...["eight words that only my monitoring knows", "0123456789abcdef0123456789abcdeé"].map(
    (token): [Record<string, string>, string] => [
      { METRICS_TOKEN: token },
      "METRICS_TOKEN must be of ASCII characters without spaces, such as the output of: openssl rand -hex 32",
    ],
  ),
  [{ AUTH_SECRET: "short" }, "AUTH_SECRET must be at least 32 characters long."],
  [
    { DATABASE_REPLICA_URLS: "postgres://db/shop" },
    "DATABASE_URL is required when DATABASE_REPLICA_URLS is set.",
  ],
  ...["postgres://me@db:5432/shop", "postgres://a/shop, postgres://b/shop, postgres://a:5432/shop"].map(
    (urls): [Record<string, string>, string] => [
      { DATABASE_URL: "postgres://db/shop", AUTH_SECRET: SECRET, DATABASE_REPLICA_URLS: urls },
      "DATABASE_REPLICA_URLS must name each database once, and not that of DATABASE_URL.",
    ],
  ),
  [
    {
      DATABASE_URL: "postgres://db/shop",
      AUTH_SECRET: SECRET,
      DATABASE_REPLICA_URLS: "postgres://a/shop, b",
    },
    "DATABASE_REPLICA_URLS must look like postgresql://user:password@host:5432/database.",
  ],
  [
    { DATABASE_URL: "postgres://db/shop" },
    "AUTH_SECRET is required when DATABASE_URL is set, and the same on every server.",
  ],
  [
    { GOOGLE_CLIENT_ID: "id" },
    "GOOGLE_CLIENT_SECRET must be set too: GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET belong together.",
  ],
])("%j has one fault: %s [V11.2.3]", (source, sentence) => {
  expect(faultsOf(source)).toEqual([sentence]);
});

test("all faults are reported, not only the first", () => {
  expect(faultsOf({ PORT: "x", DEMO_DATA: "x", DATABASE_URL: "x", APPLE_CLIENT_SECRET: "x" })).toHaveLength(
    5,
  );
});

test("no fault repeats a value, which may be a secret", () => {
  const faults = faultsOf({
    DATABASE_URL: "mysql://me:hunter2@db/shop",
    SMTP_URL: "hunter2",
    AUTH_SECRET: "hunter2",
  });
  expect(faults.join()).not.toContain("hunter2");
});

test("a shop with DATABASE_URL has no demo stock unless DEMO_DATA is on", () => {
  const own = { DATABASE_URL: "postgres://db/shop", AUTH_SECRET: SECRET };
  expect(parseEnv(own)).toMatchObject({ embedded: false, demoData: false });
  expect(parseEnv({ ...own, DEMO_DATA: "on" }).demoData).toBe(true);
  expect(parseEnv({ DEMO_DATA: "off" }).demoData).toBe(false);
});

test.each([
  [{}, true],
  [{ HOST: "::1", BASE_URL: "http://localhost:3000" }, true],
  [{ HOST: "0.0.0.0", BASE_URL: "http://localhost:3000" }, false],
  [{ BASE_URL: "https://shop.example" }, false],
])("with %j only this machine can reach the shop: %s", (source, only) => {
  expect(isOnThisMachine(parseEnv(source))).toBe(only);
});

test("a public shop has no demo stock unless DEMO_DATA is on [V6.3.2 V15.2.3]", () => {
  expect(parseEnv({ BASE_URL: "https://shop.example" }).demoData).toBe(false);
  expect(parseEnv({ HOST: "192.168.1.5" }).demoData).toBe(false);
  expect(parseEnv({ HOST: "0.0.0.0", BASE_URL: "http://localhost:3000" }).demoData).toBe(false);
  expect(parseEnv({ BASE_URL: "https://shop.example", DEMO_DATA: "on" }).demoData).toBe(true);
});

test("trusted proxies are a list", () => {
  const list = " 127.0.0.1, 10.0.0.0/8,,::1 ,fd00::/8";
  expect(parseEnv({ TRUSTED_PROXIES: list }).trustedProxies).toEqual([
    "127.0.0.1",
    "10.0.0.0/8",
    "::1",
    "fd00::/8",
  ]);
});

test("photos are stored where STORAGE_URL says, and a relative folder becomes absolute", () => {
  expect(parseEnv({ STORAGE_URL: "file:photos" }).storageUrl).toBe(
    pathToFileURL(path.resolve("photos")).href,
  );
  expect(parseEnv({ STORAGE_URL: "file:///srv/photos" }).storageUrl).toBe("file:///srv/photos");
  expect(parseEnv({ STORAGE_URL: "s3://key:secret@store/bucket" }).storageUrl).toBe(
    "s3://key:secret@store/bucket",
  );
});

test("leaked passwords are looked up at PASSWORD_LEAK_CHECK, and nowhere by default", () => {
  const addresses = ["", "off", "on", "https://leaks.example/range", "https://leaks.example/range/"].map(
    (value) => parseEnv({ PASSWORD_LEAK_CHECK: value }).leakCheckUrl,
  );
  const [own, known] = ["https://leaks.example/range/", "https://api.pwnedpasswords.com/range/"];
  expect(addresses).toEqual([undefined, undefined, known, own, own]);
});

test("a session ends after SESSION_DAYS, 90 by default", () => {
  expect(parseEnv({}).sessionDays).toBe(90);
  expect(parseEnv({ SESSION_DAYS: "7" }).sessionDays).toBe(7);
  for (const value of ["0", "-1", "1.5", "1000", "a week"])
    expect(() => parseEnv({ SESSION_DAYS: value })).toThrow("SESSION_DAYS must be a whole number of days");
});

test("an OIDC provider without a name is called by its host", () => {
  const oidc = {
    OIDC_ISSUER: "https://id.example/realm",
    OIDC_CLIENT_ID: "id",
    OIDC_CLIENT_SECRET: "secret",
  };
  expect(parseEnv(oidc).providers.oidc).toEqual({
    issuer: "https://id.example/realm",
    clientId: "id",
    clientSecret: "secret",
    name: "id.example",
  });
  expect(parseEnv({ ...oidc, OIDC_NAME: "The club" }).providers.oidc?.name).toBe("The club");
});

test.each<[Record<string, string>, string | undefined]>([
  [{}, "support@localhost"],
  [{ SUPPORT_EMAIL: "help@shop.example" }, "help@shop.example"],
  [{ SUPPORT_EMAIL: "Help@магазин.рф" }, "help@xn--80aairftm.xn--p1ai"],
  [{ BASE_URL: "https://shop.example" }, undefined],
  [{ SMTP_URL: "smtp://mail.example" }, undefined],
  [{ SMTP_URL: "smtp://mail.example", SUPPORT_EMAIL: "help@shop.example" }, "help@shop.example"],
])("with %j the support email address is %s", (source, supportEmail) => {
  expect(parseEnv(source).supportEmail).toBe(supportEmail);
});

describe("the mailbox", () => {
  test("exists when mail is stored and the shop runs on this machine [V13.4.2 V15.2.3]", () => {
    expect(hasMailbox(parseEnv({}))).toBe(true);
    expect(hasMailbox(parseEnv({ BASE_URL: "https://shop.example" }))).toBe(false);
    expect(hasMailbox(parseEnv({ SMTP_URL: "smtp://mail.example" }))).toBe(false);
  });

  test.each([
    ["localhost", true],
    ["127.0.0.1", true],
    ["127.8.9.1", true],
    ["[::1]", true],
    ["shop.localhost", true],
    ["localhost.example", false],
    ["127.0.0.1.example", false],
    ["10.0.0.1", false],
    ["0.0.0.0", false],
  ])("needs a host on this machine; %s is such a host: %s", (host, loopback) => {
    expect(isLoopback(host)).toBe(loopback);
  });
});
