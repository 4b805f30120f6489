import { m } from "#app/paraglide/messages.js";

const SECTIONS = [
  {
    title: m.safety_buying,
    points: [m.safety_buying_cheap, m.safety_buying_see, m.safety_buying_pay, m.safety_buying_deposit],
  },
  {
    title: m.safety_selling,
    points: [m.safety_selling_money, m.safety_selling_code, m.safety_selling_overpaid],
  },
  {
    title: m.safety_writing,
    points: [m.safety_writing_here, m.safety_writing_links, m.safety_writing_data],
  },
  { title: m.safety_meeting, points: [m.safety_meeting_public, m.safety_meeting_check] },
  { title: m.safety_wrong, points: [m.safety_wrong_block, m.safety_wrong_report, m.safety_wrong_police] },
] as const;

export function presentSafety() {
  return SECTIONS.map(({ title, points }) => ({ title: title(), points: points.map((point) => point()) }));
}
