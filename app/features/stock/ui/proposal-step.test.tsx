// @vitest-environment jsdom
import { act, useState } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DatedRate } from "#app/domain/currency.ts";
import type { AnswersView } from "../answers/view.ts";
import type { FileChoices, TranslationReport } from "../profiles/choices.ts";
import { type SurveyedFile, surveyFile, translation } from "../profiles/translate-file.ts";
import type { Proposal } from "../reading/protocol.ts";
import type { StockLabels } from "./file-columns.tsx";
import { ProposalStep } from "./proposal-step.tsx";
import { NO_CHOICES } from "./use-reading.ts";

const LABELS: StockLabels = {
  columns: { name: "Title" },
  types: [{ value: "racket", label: "Rackets" }],
  conditions: [{ value: "Like New", label: "As new" }],
};
const RATES: readonly DatedRate[] = [
  { currency: "USD", rate: 1.25, dated: "2026-11-27" },
  { currency: "SEK", rate: 11.2, dated: "2026-11-26" },
];
const NOW = new Date("2026-11-29T12:00:00Z");

let page: HTMLElement;
let unmount: () => void;
let done: FileChoices | undefined;
let preview: (choices: FileChoices) => Promise<TranslationReport>;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  page = document.body.appendChild(document.createElement("div"));
  done = undefined;
});
afterEach(async () => {
  await act(() => unmount());
  page.remove();
  vi.unstubAllGlobals();
});

function fileOf(text: string): Promise<SurveyedFile> {
  return surveyFile(async function* () {
    yield new TextEncoder().encode(text);
  });
}

async function reportOf(file: SurveyedFile, choices: FileChoices): Promise<TranslationReport> {
  const { rows, report } = translation(file, { ...choices, withFree: true }, NOW);
  for await (const _ of rows);
  return report();
}

interface StepProps {
  readonly proposal: Proposal;
  readonly first: FileChoices;
  readonly kept: AnswersView | null;
}

function Step({ proposal, first, ...start }: StepProps) {
  const [choices, setChoices] = useState(first);
  const [kept, setKept] = useState(start.kept);
  return (
    <ProposalStep
      key={kept?.id ?? ""}
      kept={kept}
      onStartOver={() => {
        setKept(null);
        setChoices(NO_CHOICES);
      }}
      name="stock.csv"
      proposal={proposal}
      choices={choices}
      preview={(each) => preview(each)}
      rates={RATES}
      labels={LABELS}
      onChoices={setChoices}
      onDone={() => {
        done = choices;
      }}
      onCancel={() => undefined}
    />
  );
}

async function render(
  text: string,
  first: FileChoices = NO_CHOICES,
  kept: AnswersView | null = null,
): Promise<void> {
  const file = await fileOf(text);
  const proposal = { layout: file.layout, report: await reportOf(file, {}) };
  preview = (choices) => reportOf(file, choices);
  const root = createRoot(page);
  unmount = () => root.unmount();
  await act(() => root.render(<Step proposal={proposal} first={first} kept={kept} />));
}

function button(text: string): HTMLButtonElement {
  const all = [...page.querySelectorAll("button")];
  return all.find((each) => each.textContent === text) ?? expect.fail(`no button ${text}`);
}

function control(text: string): HTMLInputElement {
  const label = [...page.querySelectorAll("label")].find((each) => each.textContent?.includes(text));
  const input = label?.control ?? label?.querySelector("input");
  return (input as HTMLInputElement | null) ?? expect.fail(`no field ${text}`);
}

const proceed = () => button("Continue to the rows");
const press = (text: string) => act(async () => control(text).click());

/** Waits for the count of the rows. */
function settled(shows: () => void): Promise<void> {
  const shown = async () => {
    await act(async () => undefined);
    shows();
  };
  return vi.waitFor(shown, { timeout: 5000 });
}

async function type(text: string, value: string): Promise<void> {
  const field = control(text);
  await act(async () => {
    field.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await act(async () => field.blur());
}

const TWO_PRICES =
  "name,type,condition,net price,list price USD\nBlade 98,racket,Good,100,$125\nPure Aero,racket,Good,90,$110\n";

test("prices in dollars are asked about when their column is chosen, and no more when it is left", async () => {
  await render(TWO_PRICES);
  expect(page.textContent).not.toContain("Prices in USD");
  await press("list price USD");
  await settled(() => expect(page.textContent).toContain("Prices in USD: 2"));
  expect(proceed().disabled).toBe(true);
  await press("net price");
  await settled(() => expect(proceed().disabled).toBe(false));
  expect(page.textContent).not.toContain("Prices in USD");
  await press("list price USD");
  await settled(() => expect(page.textContent).toContain("Prices in USD: 2"));
  await press("Convert them: €1 = 1.25 USD");
  await settled(() => expect(proceed().disabled).toBe(false));
  // The answered question stays, so that the answer can be changed.
  expect(control("Convert them: €1 = 1.25 USD").checked).toBe(true);
  await act(async () => proceed().click());
  expect(done?.currencies).toMatchObject({ USD: { rate: 1.25 } });
});

test("prices in kronor are asked about with the rate of its day, or with an own rate where there is none", async () => {
  await render("name,type,condition,price SEK\nBlade 98,racket,Good,1120\nPure Aero,racket,Good,95 CHF\n");
  expect(page.textContent).toContain("Convert them: €1 = 11.2 SEK, rate of");
  expect(page.textContent).not.toMatch(/Convert them: €1 = [\d.]+ CHF/);
  expect(page.querySelectorAll("input[value=own]")).toHaveLength(2);
  await press("Convert them: €1 = 11.2 SEK");
  expect(proceed().disabled).toBe(true);
});

test("nobody goes on while the rows are counted", async () => {
  await render(TWO_PRICES);
  const count = preview;
  const counting = Promise.withResolvers<void>();
  preview = async (choices) => {
    await counting.promise;
    return count(choices);
  };
  await press("net price");
  expect(proceed().disabled).toBe(true);
  counting.resolve();
  await settled(() => expect(proceed().disabled).toBe(false));
});

test("an own rate that is no number has its error at the field", async () => {
  await render("name,type,condition,price\nBlade 98,racket,Good,$125\n");
  await press("Convert them at my own rate");
  await type("How many USD is one euro?", "abc");
  const field = control("How many USD is one euro?");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toContain(
    "Enter a number above 0.",
  );
  expect(proceed().disabled).toBe(true);
  await type("How many USD is one euro?", "1,2");
  expect(field.getAttribute("aria-invalid")).toBeNull();
  await settled(() => expect(proceed().disabled).toBe(false));
});

test("answers are there again for who comes back", async () => {
  await render("name,type,price\nBlade 98,racket,$125\n", {
    currencies: { USD: 1.2 },
    condition: "Like New",
  });
  await settled(() => expect(proceed().disabled).toBe(false));
  expect(control("How many USD is one euro?").value).toBe("1.2");
  expect(control("Condition of the items that do not state it (1)").value).toBe("Like New");
});

test("answers about an earlier file are said with their day, and can be given again", async () => {
  const kept: AnswersView = {
    id: "1",
    shape: "own:1",
    title: "stock.csv",
    answers: { currencies: { USD: "rate" } },
    answeredAt: "2026-11-03T12:00:00Z",
    waiting: [],
  };
  await render(
    "name,type,condition,price\nBlade 98,racket,Good,$125\n",
    { currencies: { USD: { currency: "USD", rate: 1.25, dated: "2026-11-02" } } },
    kept,
  );
  expect(page.textContent).toContain("Your answers of Nov 3, 2026 are used.");
  await settled(() => expect(proceed().disabled).toBe(false));
  expect(control("Convert them: €1 = 1.25 USD").checked).toBe(true);
  await act(async () => button("Start over").click());
  expect(page.textContent).not.toContain("Your answers of");
  expect(control("Convert them: €1 = 1.25 USD").checked).toBe(false);
  expect(proceed().disabled).toBe(true);
});

test("the heading gets the focus; no control and no other status is inside a status", async () => {
  await render(
    "name,type,condition,price,status\nBlade 98,racket,Good,$125,active\nPure,racket,Good,9,draft\n",
  );
  expect(document.activeElement?.id).toBe("business-proposal");
  expect(page.textContent).toContain("Drafts: 1 (row 3)");
  expect(
    page.querySelectorAll(":is([role=status], [aria-live]) :is(input, button, [role=status])"),
  ).toHaveLength(0);
  await press("List these too");
  await settled(() => expect(page.textContent).not.toContain("Drafts"));
  expect(page.querySelector("ul:empty")).toBeNull();
  expect(control("List these too").checked).toBe(true);
});
