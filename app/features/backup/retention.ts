/** How many backups are kept: the last of each of so many days, and the last of each of so many weeks. */
const DAYS = 7;
const WEEKS = 4;

/** How the names of all files begin that the shop writes where its backups are. */
export const PREFIX = "second-serve-";

const NAME = /^second-serve-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.zst$/;

/** "second-serve-2026-11-29T021305Z.tar.zst". Names are in the order of their times. */
export function nameOfBackup(at: Date): string {
  return `second-serve-${at.toISOString().slice(0, 19).replaceAll(":", "")}Z.tar.zst`;
}

/** When a backup of this name was begun; null for any other name. */
export function timeOfBackup(name: string): Date | null {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(at.getTime()) ? null : at;
}

export function isBackupName(name: string): boolean {
  return timeOfBackup(name) !== null;
}

/** The newest backup of these names; undefined without one. */
export function newestBackup(names: readonly string[]): string | undefined {
  return names.filter(isBackupName).sort().at(-1);
}

const DELETION =
  /^second-serve-deleted-(\d{4}-\d\d-\d\d)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.txt$/;

/** "second-serve-deleted-2026-11-29-….txt": on this day (UTC) the person with this id deleted their account. */
export function nameOfDeletion(at: Date, userId: string): string {
  return `${PREFIX}deleted-${at.toISOString().slice(0, 10)}-${userId}.txt`;
}

/** The ids in the names of such files. Other names are left out. */
export function deletedIn(names: readonly string[]): string[] {
  return names.flatMap((name) => DELETION.exec(name)?.[2] ?? []);
}

/** The Monday of a moment's week, in UTC. */
function weekOf(at: Date): string {
  const monday = new Date(at);
  monday.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return monday.toISOString().slice(0, 10);
}

/**
 * The backups that need not be kept, and the names of deletions before the oldest that is kept. Days and weeks without a
 * backup do not count, so that nothing is deleted while no new one is made. Other names are left out.
 */
export function obsoleteFiles(names: readonly string[]): string[] {
  const backups = names
    .flatMap((name) => {
      const at = timeOfBackup(name);
      return at ? [{ name, day: at.toISOString().slice(0, 10), week: weekOf(at) }] : [];
    })
    .sort((a, b) => (a.name < b.name ? 1 : -1));
  const kept = new Set<string>();
  for (const [period, most] of [
    ["day", DAYS],
    ["week", WEEKS],
  ] as const) {
    const last = new Map<string, string>();
    for (const backup of backups) if (!last.has(backup[period])) last.set(backup[period], backup.name);
    for (const name of [...last.values()].slice(0, most)) kept.add(name);
  }
  const oldestDay = backups.findLast(({ name }) => kept.has(name))?.day ?? "";
  const deletions = names.filter((name) => (DELETION.exec(name)?.[1] ?? "9") < oldestDay);
  return [...backups.map(({ name }) => name).filter((name) => !kept.has(name)), ...deletions];
}
