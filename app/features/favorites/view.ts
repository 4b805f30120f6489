/** What came of removing several. `restorable` is what a form sends to have them back; nothing where that is not offered. */
export type BulkAnswer =
  | { readonly ok: true; readonly title: string; readonly restorable: readonly string[] }
  | { readonly ok: false; readonly title: string; readonly message: string };
