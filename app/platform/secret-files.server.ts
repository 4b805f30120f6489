import { readFileSync } from "node:fs";

/**
 * The variables that hold a secret, or an address with one. Each can be in a file, which the variable NAME_FILE names,
 * as for systemd's credentials and the secrets of containers.
 */
export const SECRETS = [
  "DATABASE_URL",
  "DATABASE_REPLICA_URLS",
  "STORAGE_URL",
  "BACKUP_URL",
  "CACHE_PURGE_URLS",
  "SMTP_URL",
  "SMS_URL",
  "AUTH_SECRET",
  "METRICS_TOKEN",
  "GOOGLE_CLIENT_SECRET",
  "FACEBOOK_CLIENT_SECRET",
  "APPLE_CLIENT_SECRET",
  "OIDC_CLIENT_SECRET",
];

/**
 * Adds the secrets that are in files, without the line breaks at their ends, to the variables. A relative path is of the
 * working folder.
 * @param source variables, of which undefined ones and empty ones are not set
 * @returns all variables, and for each secret that cannot be used a sentence for the operator, by the secret's name
 */
export function withSecretFiles(source: Readonly<Record<string, string | undefined>>): {
  given: Record<string, string | undefined>;
  faults: Record<string, string>;
} {
  const given = { ...source };
  const faults: Record<string, string> = {};
  for (const name of SECRETS) {
    const file = source[`${name}_FILE`];
    if (!file) continue;
    if (source[name]) {
      faults[name] = `${name} and ${name}_FILE are both set: leave one out.`;
      continue;
    }
    try {
      const secret = readFileSync(file, "utf8").replace(/[\r\n]+$/, "");
      if (secret) given[name] = secret;
      else faults[name] = `${name}_FILE names a file that is empty.`;
    } catch (error) {
      faults[name] =
        `${name}_FILE must name a file that can be read (${(error as NodeJS.ErrnoException).code}: ${file}).`;
    }
  }
  return { given, faults };
}
