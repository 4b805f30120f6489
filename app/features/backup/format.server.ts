import type { Readable } from "node:stream";
import { z } from "zod";
import { isStorageKey } from "#app/platform/storage.server.ts";

// A backup is a tar file, compressed by zstd (docs/decisions/0163-backups.md). Its members are, in this order:
//
//   manifest.json               what the file is
//   tables/NAME/00000000.copy   the rows of a table, as COPY writes them, in parts; the parts joined are one text
//   photos/KEY                  a file of the photo storage
//   totals.json                 counts and checksums; a file without them is not whole

export const MANIFEST = "manifest.json";
export const TOTALS = "totals.json";

/** The largest member, in bytes. A part of a table is smaller. */
export const LARGEST_MEMBER = 64 * 1024 * 1024;

/** The version of the format. */
const FORMAT = 1;

const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** The moment of the snapshot. */
  madeAt: z.iso.datetime().transform((text) => new Date(text)),
  /** Those that were applied, in their order. */
  migrations: z.array(z.object({ name: z.string().max(200), checksum: sha256 })).min(1),
  /** Generated columns are left out. */
  tables: z.array(z.object({ name: identifier, columns: z.array(identifier).min(1) })).min(1),
  /** "list": only the rows of photos are in the file. */
  photos: z.enum(["files", "list"]),
  /** Tells whether two secrets are equal, and nothing else about them; null if it was not known. */
  secret: sha256.nullable(),
});

const totalsSchema = z.object({
  tables: z.record(identifier, z.object({ rows: count, bytes: count, sha256 })),
  sequences: z.record(
    identifier,
    z.object({ value: z.string().regex(/^-?\d{1,19}$/), isCalled: z.boolean() }),
  ),
  /** `missing`: files of photos that the storage did not have. */
  photos: z.object({ files: count, missing: count }),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type BackupTotals = z.infer<typeof totalsSchema>;

/** A file in a backup. */
export interface Member {
  readonly name: string;
  readonly body: Uint8Array;
}

/** Where backups are: a folder, or a bucket of an S3-compatible store. */
export interface BackupPlace {
  /**
   * Writes a file completely or not at all. Once it resolves, the file survives a power failure. Returns its size in
   * bytes.
   * @throws BackupFault when the file exists, errors of `content`, and the reason of `signal`
   */
  write(name: string, content: Readable, signal?: AbortSignal): Promise<number>;
  /** @throws BackupFault when there is no such file */
  read(name: string): Promise<{ readonly content: Readable; readonly bytes: number }>;
  /** The names of its files that begin with `PREFIX`, in any order. */
  list(): Promise<string[]>;
  delete(name: string): Promise<void>;
}

/** What an operator is told of a backup that cannot be used: a sentence without the name of the file. */
export class BackupFault extends Error {
  override readonly name = "BackupFault";
}

function parsed<Schema extends z.ZodType>(schema: Schema, { name, body }: Member): z.infer<Schema> {
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new BackupFault(`Its ${name} is damaged.`);
  }
  const format = z.object({ format: z.number() }).safeParse(content).data?.format;
  if (format !== undefined && format > FORMAT)
    throw new BackupFault("It was made by a newer program: use that one.");
  const result = schema.safeParse(content);
  if (!result.success) throw new BackupFault(`Its ${name} is damaged.`);
  return result.data;
}

/** @throws BackupFault */
export const manifestIn = (member: Member): Manifest => parsed(manifestSchema, member);

/** @throws BackupFault */
export const totalsIn = (member: Member): BackupTotals => parsed(totalsSchema, member);

export function jsonMember(
  name: typeof MANIFEST | typeof TOTALS,
  content: z.input<typeof manifestSchema> | BackupTotals,
): Member {
  return { name, body: Buffer.from(`${JSON.stringify(content, null, 2)}\n`) };
}

export function newManifest(content: Omit<z.input<typeof manifestSchema>, "format">): Member {
  return jsonMember(MANIFEST, { format: FORMAT, ...content });
}

export function partMember(table: string, part: number, body: Uint8Array): Member {
  return { name: `tables/${table}/${String(part).padStart(8, "0")}.copy`, body };
}

export type MemberKind =
  | { readonly kind: "manifest" | "totals" }
  | { readonly kind: "part"; readonly table: string; readonly part: number }
  | { readonly kind: "photo"; readonly key: string };

/** What a member is, by its name. @throws BackupFault for any other name */
export function kindOfMember(name: string): MemberKind {
  if (name === MANIFEST) return { kind: "manifest" };
  if (name === TOTALS) return { kind: "totals" };
  const [, table, part] = /^tables\/([a-z_][a-z0-9_]{0,62})\/(\d{8})\.copy$/.exec(name) ?? [];
  if (table !== undefined) return { kind: "part", table, part: Number(part) };
  const key = name.startsWith("photos/") ? name.slice("photos/".length) : "";
  if (isStorageKey(key)) return { kind: "photo", key };
  throw new BackupFault(`It has a member that no backup has: ${JSON.stringify(name.slice(0, 200))}.`);
}
