import { sql } from "kysely";
import type { DB } from "#app/platform/db-types.ts";
import { UPLOAD_FILE } from "./fragments.server.ts";
import type { RetentionRule } from "./retention-rule.ts";

/** The row refers to the person, and goes with them. */
const OF_USER = { user_id: "cascade" } as const;

/** The part of `RETENTION` about the files, feeds and prices of shops. */
export const STOCK_RETENTION: {
  readonly [Table in keyof DB]?: RetentionRule<Extract<keyof DB[Table], string>>;
} = {
  picture_orders: {
    onDelete: OF_USER,
    field: "orderedPictures",
    key: ["listing_type", "listing_id", "position"],
    names: { listing_type: "type", listing_id: "listing", url: "address" },
    without: ["next_at", "photo_id", "tries", "upload_id"],
  },
  picture_hosts: {
    onDelete: OF_USER,
    notExported: "which hosts in `orderedPictures` did not respond; only version 0.3 wrote it",
  },
  uploads: {
    onDelete: OF_USER,
    field: "uploads",
    names: { created_at: "sentAt" },
    without: ["client_id", "feed_id", "has_file", "tries", "undo_total", "undo_read"],
    add: () => ({ file: UPLOAD_FILE }),
  },
  upload_rows: {
    field: "failedRows",
    where: (userId) => sql`upload_id in (select id from uploads where user_id = ${userId})`,
    key: ["upload_id", "number"],
    names: { upload_id: "upload", number: "row" },
  },
  upload_parts: { partOf: "uploads" },
  upload_batches: { notExported: "how far a file is read, until it is processed" },
  upload_listings: { notExported: "what an upload changed, until it cannot be taken back any more" },
  upload_models: { notExported: "what the shop recognised in a file while it was read" },
  feeds: {
    onDelete: OF_USER,
    field: "feeds",
    names: { username: "usernameThere", every_hours: "everyHours" },
    without: ["password", "etag", "last_modified", "digest"],
  },
  feed_runs: {
    field: "feedRuns",
    where: (userId) => sql`feed_id in (select id from feeds where user_id = ${userId})`,
    names: { feed_id: "feed", upload_id: "upload" },
    without: ["etag", "last_modified", "digest", "tries", "shape"],
  },
  stock_answers: {
    onDelete: OF_USER,
    field: "answersAboutFiles",
    without: ["id", "shape", "questions"],
  },
  feed_listings: { notExported: "which of `listings` a feed has, until it runs again" },
  stock_price_changes: { onDelete: OF_USER, notExported: "prices before the last change, for ten minutes" },
  stock_price_tokens: { onDelete: OF_USER, notExported: "that a form was already sent, for a day" },
};
