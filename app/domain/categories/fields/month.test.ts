import { expect, test } from "vitest";
import { formatMonth } from "../../format.ts";
import { monthOfText } from "./month.ts";

test.each([
  ["2026-11", 202611],
  ["202611", 202611],
  ["2026/3", 202603],
  ["2026.03", 202603],
  ["11/2026", 202611],
  [" 3-2026 ", 202603],
  ["3.2026", 202603],
  ["03 2026", 202603],
  ["3/25", 202503],
  ["03-25", 202503],
  ["12/11", 201112],
  ["3 ’25", 202503],
  ["March 2025", 202503],
  ["march, 2025", 202503],
  ["MAR 25", 202503],
  ["Sept. 2025", 202509],
  ["Mar '25", 202503],
  ["May 2025", 202505],
  ["mei 2025", 202505],
  ["Mai 2025", 202505],
  ["mrt 2025", 202503],
  ["März 2025", 202503],
  ["Maerz 2025", undefined],
  ["Mrz. 25", 202503],
  ["Okt 2025", 202510],
  ["Dez. 2025", 202512],
  ["août 2025", 202508],
  ["aout 2025", 202508],
  ["févr. 2025", 202502],
  ["juillet 2025", 202507],
  ["juin de 2025", 202506],
  ["2025 March", 202503],
  ["jui 2025", undefined],
  ["ma 2025", undefined],
  ["March", undefined],
  ["2025", undefined],
  ["13/2025", undefined],
  ["0/2025", undefined],
  ["25/3", undefined],
  ["1/2/2025", undefined],
  ["2025-11-28", undefined],
  ["20253", undefined],
  ["soon", undefined],
  ["", undefined],
])("%s is %s", (text, month) => {
  expect(monthOfText(text)).toBe(month);
});

test.each(["en-GB", "en-US", "nl", "de", "fr"])("reads what the shop writes in %s", (locale) => {
  for (let month = 1; month <= 12; month++)
    expect(monthOfText(formatMonth(new Date(Date.UTC(2025, month - 1, 1)), locale))).toBe(202_500 + month);
});
