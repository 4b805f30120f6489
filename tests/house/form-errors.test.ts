// The errors of a form are read after each attempt to submit it, even if the focus does not move (WCAG 4.1.3).
import { expect, test } from "vitest";
import { appSources, read } from "./source.ts";

const FORM = /<(\w+\.)?[Ff]orm\b/;
const FIELD_ERROR = /useForm[(<]|\berror=\{/;
const ANNOUNCED = /<(FormErrors|AccountForm|ListingForm|RegionFields|SavedForm)\b|\bannounced\b|role="alert"/;

/** Only a forged form has errors here: each choice is one of those that the page shows. */
const CHOICES_ONLY = ["app/routes/notifications/settings.route.tsx"];

test("every form that shows errors lists them in FormErrors, or announces the error of its only field", () => {
  const showing = appSources.filter(
    (file) => file.endsWith(".tsx") && FORM.test(read(file)) && FIELD_ERROR.test(read(file)),
  );
  expect(showing.length).toBeGreaterThan(20);
  const silent = showing.filter((file) => !ANNOUNCED.test(read(file)));
  expect(silent).toEqual(CHOICES_ONLY);
});
