import { expect, test } from "vitest";
import config from "../../vitest.config.ts";

// Vitest refuses to run two projects with different numbers of workers in one group, as `npm test -- changed` does.
test("each Vitest project has its own group", () => {
  const projects = config.test?.projects ?? [];
  const groups = projects.map((project) =>
    typeof project === "object" && "test" in project ? project.test?.sequence?.groupOrder : undefined,
  );
  expect(groups.toSorted()).toEqual([0, 1, 2, 3, 4]);
});
