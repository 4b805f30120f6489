import { Link } from "react-router";
import { excelPath } from "#app/domain/csv-format.ts";
import { m } from "#app/paraglide/messages.js";

/** Beside the link of a download: the same file with semicolons and decimal commas. */
export function ExcelLink({ to, onClick }: { to: string; onClick?: () => void }) {
  return (
    <Link to={excelPath(to)} reloadDocument download onClick={onClick} className="text-link">
      {m.csv_for_excel()}
    </Link>
  );
}
