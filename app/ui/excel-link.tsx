import { Link } from "react-router";
import { excelPath } from "#app/domain/csv-format.ts";
import { m } from "#app/paraglide/messages.js";

/** A link to the variant of the CSV download `to` that Excel opens in Europe: with semicolons and decimal commas. */
export function ExcelLink({ to, onClick }: { to: string; onClick?: () => void }) {
  return (
    <Link to={excelPath(to)} reloadDocument download onClick={onClick} className="text-link">
      {m.csv_for_excel()}
    </Link>
  );
}
