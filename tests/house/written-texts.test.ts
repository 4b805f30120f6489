import { expect, test } from "vitest";
import { parseText } from "./source.ts";
import { writtenTexts } from "./written-texts.ts";

const textsIn = (code: string) => writtenTexts(parseText("app/ui/example.tsx", code)).map(({ text }) => text);

test.each([
  ["<p>Hello</p>", ["Hello"]],
  ["<p>{'Hello'}</p>", ["Hello"]],
  ["<p>{busy ? 'Saving' : m.save()}</p>", ["Saving"]],
  ["<p>{name || `Nobody`}</p>", ["Nobody"]],
  ['<input placeholder="Search" />', ["Search"]],
  ["<button aria-label={open ? 'Close' : 'Open'} />", ["Close", "Open"]],
  ["showToast({ title: 'Saved', description: why ?? 'Unknown', tone: 'good' })", ["Saved", "Unknown"]],
  ["flash(headers, { kind: 'success', title: `Saved ${name}` })", ["Saved"]],
])("the texts in %s are detected", (code, texts) => expect(textsIn(code)).toEqual(texts));

test.each([
  "<p>{m.hello()}</p>",
  "<p> · {price} — 100 % </p>",
  '<img alt="" src="a.webp" className="rounded" />',
  "<style>{`.a { color: red }`}</style>",
  '<span title={m.close()} data-state="open">Second Serve</span>',
  "showToast({ title: m.saved(), tone: 'good' })",
  "<li key={`row-${id}`}>{count}</li>",
])("%s contains no text", (code) => expect(textsIn(code)).toEqual([]));
