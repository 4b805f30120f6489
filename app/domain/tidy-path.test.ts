import { expect, test } from "vitest";
import { tidyPath } from "./tidy-path.ts";

const ID = "0197f3a0-0000-7000-8000-00000000abcd";

test.each([
  ["/rackets/", "/rackets"],
  ["/Rackets", "/rackets"],
  ["/RACKETS/Blade//", "/rackets/blade"],
  [`/rackets/${ID.toUpperCase()}`, `/rackets/${ID}`],
  [`/racket/${ID}`, `/rackets/${ID}`],
  [`/Racket/${ID.toUpperCase()}/`, `/rackets/${ID}`],
  ["/help/", "/help"],
  ["/Sellers/Anna/", "/sellers/Anna"],
  ["/AUTH", "/auth"],
  ["/sellBusiness", "/sellbusiness"],
  ["/Sell/Racket/", "/sell/racket"],
])("%s is tidied to %s", (path, tidy) => {
  expect(tidyPath(path)).toBe(tidy);
  expect(tidyPath(tidy)).toBe(tidy);
});

test.each(["/", "/clothes", "/racket", `/rackets/${ID}/edit`, "/photos/AB/640.webp", "/rackets/%E0%A4%A"])(
  "%s is already tidy",
  (path) => {
    expect(tidyPath(path)).toBe(path);
  },
);
