import { MAX_FILE_BYTES, MAX_FILE_ROWS } from "#app/domain/csv/file-fault.ts";
import type { Text } from "#app/features/accounts/mail-content.server.ts";
import { m } from "#app/paraglide/messages.js";
import type { FeedFault } from "./faults.ts";

const TEXTS = {
  not_a_url: m.picture_fault_not_a_url,
  scheme: m.picture_fault_scheme,
  credentials: m.feed_url_wrong,
  port: m.feed_fault_port,
  private_address: m.picture_fault_private_address,
  unknown_host: m.picture_fault_unknown_host,
  unreachable: m.picture_fault_unreachable,
  certificate: m.picture_fault_certificate,
  timeout: m.picture_fault_timeout,
  redirects: m.picture_fault_redirects,
  downgrade: m.picture_fault_downgrade,
  not_found: m.picture_fault_not_found,
  unauthorized: m.feed_fault_unauthorized,
  denied: m.feed_fault_denied,
  host_trouble: m.picture_fault_host_trouble,
  encoded: m.feed_fault_encoded,
  web_page: m.feed_fault_web_page,
  all_failed: m.feed_fault_all_failed,
  stopped: m.feed_fault_stopped,
  waiting: m.upload_fault_waiting,
  locked: m.feed_fault_locked,
  failed: m.feed_fault_failed,
  empty: m.csv_file_empty,
  too_large: (_, words) => m.csv_file_too_large({ max: MAX_FILE_BYTES / 1024 / 1024 }, words),
  too_many_rows: (_, words) => m.csv_file_too_many_rows({ max: MAX_FILE_ROWS }, words),
  zip: m.csv_file_zip,
  spreadsheet: m.csv_file_spreadsheet,
  gzip: m.csv_file_gzip,
  binary: m.csv_file_binary,
  xml: m.feed_fault_xml,
  endless_line: m.feed_fault_unreadable,
  quotes: m.feed_fault_unreadable,
  no_rows: m.csv_file_no_rows,
  no_columns: m.csv_file_no_columns,
} as const satisfies Record<FeedFault, Text>;

/** @param words the language of a mail's reader; by default that of the request */
export function feedFaultText(fault: FeedFault, words?: Parameters<Text>[1]): string {
  const text: Text = TEXTS[fault];
  return text({}, words);
}
