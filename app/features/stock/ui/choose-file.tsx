import { Download, FileSpreadsheet } from "lucide-react";
import { type DragEvent, type FormEvent, useRef, useState } from "react";
import { href, useHref } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { classes } from "#app/ui/classes.ts";
import { ExcelLink } from "#app/ui/form-buttons.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { FILE_FIELD, NO_SCRIPT_MEGABYTES } from "../upload/rules.ts";

interface ChooseFileProps {
  readonly refused: string | undefined;
  readonly onFile: (file: File) => void;
}

function templateDownloaded(): void {
  showToast({ title: m.business_template_downloaded(), tone: "good" });
}

/** Without JavaScript, the form sends the file; otherwise the user sees its table first. */
export function ChooseFile({ refused, onFile }: ChooseFileProps) {
  const hydrated = useHydrated();
  const action = useHref(`${href("/sell/business")}?tab=upload`);
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  function take(files: FileList | null | undefined): void {
    const [file] = files ?? [];
    if (file) onFile(file);
  }

  function submitted(event: FormEvent): void {
    event.preventDefault();
    if (input.current?.files?.length) take(input.current.files);
    else showToast({ title: m.business_no_file(), description: m.business_no_file_text(), tone: "danger" });
  }

  function dropped(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  }

  return (
    <Panel aria-labelledby="business-file">
      <h2 id="business-file" className="text-heading">
        {m.business_file_title()}
      </h2>
      <p className="mt-1 mb-5 max-w-prose text-soft">{m.business_file_lead()}</p>
      {refused && (
        <Alert tone="danger" title={m.business_failed()} className="mb-5">
          {refused}
        </Alert>
      )}
      <form
        method="post"
        action={action}
        encType="multipart/form-data"
        onSubmit={submitted}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={dropped}
        className={classes(
          "grid justify-items-start gap-4 rounded-md border border-edge border-dashed p-5 transition-colors sm:p-6",
          over && "bg-sunken",
        )}
      >
        <div className="flex items-start gap-3">
          <FileSpreadsheet aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-clay" />
          <label htmlFor="business-csv" className="font-semibold">
            {m.business_file_label()}
            <span className="block font-normal text-[0.9375rem] text-soft">{m.business_file_hint()}</span>
          </label>
        </div>
        <input
          ref={input}
          id="business-csv"
          type="file"
          name={FILE_FIELD}
          accept=".csv,.tsv,.txt,.xml,text/csv,text/tab-separated-values,text/plain,text/xml,application/xml"
          onChange={(event) => take(event.currentTarget.files)}
          className="w-full min-w-0 text-[0.9375rem] file:mr-4 file:min-h-11 file:cursor-pointer file:rounded-full file:border file:border-edge file:border-solid file:bg-surface file:px-5 file:font-semibold file:text-ink"
        />
        {!hydrated && (
          <p className="script-fallback text-soft text-sm">
            {m.business_plain_limit({ most: NO_SCRIPT_MEGABYTES })}
          </p>
        )}
        <Button type="submit" variant="primary">
          {m.business_upload()}
        </Button>
      </form>
      <div className="mt-5 flex flex-wrap gap-x-6 gap-y-3">
        <p className="flex flex-wrap items-center gap-3">
          <LinkButton
            to={href("/sell/business/template.csv")}
            reloadDocument
            download
            icon={<Download aria-hidden="true" className="size-4" />}
            onClick={templateDownloaded}
          >
            {m.business_template()}
          </LinkButton>
          <ExcelLink to={href("/sell/business/template.csv")} onClick={templateDownloaded} />
        </p>
        <p className="flex flex-wrap items-center gap-3">
          <LinkButton to={href("/sell/business/values.csv")} reloadDocument download variant="ghost">
            {m.business_values()}
          </LinkButton>
          <ExcelLink to={href("/sell/business/values.csv")} />
        </p>
        <LinkButton to={href("/my-listings")} variant="ghost">
          {m.business_see_listings()}
        </LinkButton>
      </div>
    </Panel>
  );
}
