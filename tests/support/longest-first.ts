import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The slowest test files of each phase of `npm test`, longest first: started last, they would delay the end of the
 * run. A fresh clone has no recorded durations, so Vitest would sort by file size. `npm test` prints the slowest files.
 */
export const LONGEST: readonly string[] = [
  // browser
  "tests/e2e/crawl.e2e.test.ts",
  "tests/e2e/seventh-category.e2e.test.ts",
  "tests/e2e/accessibility-accounts.e2e.test.ts",
  "tests/e2e/accessibility-browse.e2e.test.ts",
  "tests/e2e/unanswered-forms.e2e.test.ts",
  "tests/e2e/chat-delivery.e2e.test.ts",
  "tests/e2e/keyboard.e2e.test.ts",
  "tests/e2e/help.e2e.test.ts",
  "tests/e2e/accessibility-sell.e2e.test.ts",
  "tests/e2e/deals.e2e.test.ts",
  "tests/e2e/browse-lists.e2e.test.ts",
  "tests/e2e/photos.e2e.test.ts",
  "tests/e2e/security.e2e.test.ts",
  // commands
  "tests/commands/hostile-addresses.test.ts",
  "tests/commands/killed.test.ts",
  "tests/commands/rendering.test.ts",
  "tests/commands/import-postal-codes.test.ts",
  "tests/commands/stop-under-load.test.ts",
  // pages
  "tests/pages/links.page.test.ts",
  "tests/pages/sell.page.test.ts",
  "tests/pages/accounts.page.test.ts",
  // database
  "app/features/stock/pictures/fetch-due.db.test.ts",
  "app/platform/mail.db.test.ts",
  "app/features/stock/upload/work.db.test.ts",
  "server/demo/load.db.test.ts",
  "app/features/saved-searches/matching.db.test.ts",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`));
      return at === -1 ? LONGEST.length : at;
    };
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...byProject.values()].flatMap((own) => own.sort((a, b) => rank(a) - rank(b)));
  }
}
