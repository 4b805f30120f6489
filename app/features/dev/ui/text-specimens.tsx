import { Info } from "lucide-react";
import { useState } from "react";
import { href } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { AlertDialog } from "#app/ui/alert-dialog.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { Badge, CountBadge } from "#app/ui/badge.tsx";
import { BarFigure } from "#app/ui/bars.tsx";
import { Button, Spinner } from "#app/ui/button.tsx";
import { Carousel } from "#app/ui/carousel.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { EditConflicts } from "#app/ui/edit-conflicts.tsx";
import { EmptyState, Failed } from "#app/ui/empty-state.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { ButtonRow, PageTitle, SectionHeading } from "#app/ui/headings.tsx";
import { Skeleton } from "#app/ui/lazy-load.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { PhoneFold } from "#app/ui/phone-fold.tsx";
import { Price } from "#app/ui/price.tsx";
import { Question } from "#app/ui/question.tsx";
import { RiskNotice } from "#app/ui/risk-notice.tsx";
import { Stars } from "#app/ui/stars.tsx";
import { showToast } from "#app/ui/toast.ts";
import { Row, Specimen } from "./specimen.tsx";

const TONES = ["notice", "good", "danger"] as const;

export function TextSpecimens() {
  const text = m.shell_description();
  const retry = m.error_try_again();
  const [retries, setRetries] = useState(0);
  return (
    <>
      <Specimen name="SectionHeading">
        <SectionHeading title={m.option_like_new()} count={24} action={<Button size="sm">{retry}</Button>} />
        <SectionHeading title={text} />
      </Specimen>
      <Specimen name="ButtonRow">
        {[1, 2, 4].map((count) => (
          <ButtonRow key={count}>
            {[m.option_like_new(), retry, m.chat_discard(), m.ui_messages()]
              .slice(0, count)
              .map((label, nth) => (
                <Button key={label} variant={nth === 0 ? "primary" : "secondary"}>
                  {label}
                </Button>
              ))}
          </ButtonRow>
        ))}
      </Specimen>
      <Specimen name="Carousel">
        <Carousel title={m.option_like_new()} more={<Button size="sm">{retry}</Button>}>
          {["", "a", "b", "c", "d", "e", "f"].map((key) => (
            <Skeleton key={key} className="aspect-[4/5] w-full" />
          ))}
        </Carousel>
        <Carousel title={text}>
          <Skeleton className="aspect-[4/5] w-full" />
        </Carousel>
      </Specimen>
      <Specimen name="PhoneFold">
        <PhoneFold icon={<Info aria-hidden="true" className="size-4.5" />} line={text}>
          <Button size="sm">{retry}</Button>
        </PhoneFold>
        <PhoneFold icon={<Info aria-hidden="true" className="size-4.5" />} line={m.chat_safety()} />
      </Specimen>
      <Specimen name="Badge">
        <Row>
          {(["plain", "clay", "good", "notice", "danger"] as const).map((tone) => (
            <Badge key={tone} tone={tone}>
              {m.option_like_new()}
            </Badge>
          ))}
        </Row>
      </Specimen>
      <Specimen name="CountBadge">
        <Row>
          {[1, 42, 100].map((count) => (
            <span key={count} className="relative inline-block size-11 rounded-full bg-sunken">
              <CountBadge count={count} />
            </span>
          ))}
        </Row>
      </Specimen>
      <Specimen name="Avatar">
        <Row>
          {(["sm", "md", "lg", "xl"] as const).map((size) => (
            <Avatar key={size} size={size} name="Sanne" />
          ))}
          <Avatar name="Øyvind" src={href("/photos/:id", { id: "none.webp" })} />
        </Row>
      </Specimen>
      <Specimen name="Stars">
        <Row>
          {[1, 3.4, 5].map((rating) => (
            <Stars key={rating} rating={rating} />
          ))}
        </Row>
      </Specimen>
      <Specimen name="Price">
        <Price price="€1,189.00" approximately={{ text: "≈ £1,017.20", note: text }} />
        <Price price="€12.00" approximately={null} />
      </Specimen>
      <Specimen name="Alert">
        {TONES.map((tone) => (
          <Alert
            key={tone}
            tone={tone}
            title={m.option_like_new()}
            action={<Button size="sm">{retry}</Button>}
          >
            {text}
          </Alert>
        ))}
      </Specimen>
      <Specimen name="RiskNotice">
        <RiskNotice why={m.risk_contact()} onChange={() => {}} />
        <RiskNotice why={m.risk_link()} busy />
      </Specimen>
      <Specimen name="EditConflicts">
        <EditConflicts
          conflicts={[
            { name: "title", typed: [m.option_like_new()], stored: [text] },
            { name: "colors", typed: ["W".repeat(70), m.option_good()], stored: [] },
          ]}
          labelOf={() => m.option_like_new()}
        />
      </Specimen>
      <Specimen name="showToast">
        <Row>
          {(["plain", "good", "danger"] as const).map((tone) => (
            <Button
              key={tone}
              onClick={() => showToast({ title: m.option_like_new(), description: text, tone })}
            >
              {m.ui_messages()} <code>{tone}</code>
            </Button>
          ))}
          <Button
            onClick={() =>
              showToast({
                title: text,
                action: { label: retry, run: () => setRetries((before) => before + 1) },
              })
            }
          >
            {retry} ({retries})
          </Button>
        </Row>
      </Specimen>
      <Specimen name="Dialog">
        <Row>
          {(["center", "left", "right"] as const).map((side) => (
            <Dialog
              key={side}
              side={side}
              title={m.option_like_new()}
              description={text}
              trigger={
                <Button>
                  <code>{side}</code>
                </Button>
              }
              footer={<Button variant="primary">{retry}</Button>}
            >
              <p className="p-6">{text}</p>
            </Dialog>
          ))}
        </Row>
      </Specimen>
      <Specimen name="FormErrors">
        <FormErrors
          formId="form"
          errors={{ identifier: m.auth_identifier_required(), password: m.auth_password_required() }}
        />
        <FormErrors formId="form" errors={{ "": m.auth_form_broken() }} />
      </Specimen>
      <Specimen name="AlertDialog">
        <Row>
          <AlertDialog
            title={m.option_like_new()}
            description={text}
            confirmLabel={m.chat_discard()}
            onConfirm={() => setRetries((before) => before + 1)}
            trigger={<Button variant="danger">{m.chat_discard()}</Button>}
          />
        </Row>
      </Specimen>
      <Specimen name="Question">
        <Question id="question" title={m.security_sign_out_title()} text={text}>
          <Button variant="danger">{m.chat_discard()}</Button>
        </Question>
      </Specimen>
      <Specimen name="BarFigure">
        <BarFigure label={m.overview_hearts()} total="12" heights={[0, 0.1, 0.5, 1, 0.75]} />
      </Specimen>
      <Specimen name="Panel">
        <Panel>
          <p>{text}</p>
        </Panel>
      </Specimen>
      <Specimen name="Skeleton">
        <Skeleton className="h-24 w-full" />
      </Specimen>
      <Specimen name="Spinner">
        <Row>
          <Spinner />
          <Spinner className="size-8 text-clay" />
        </Row>
      </Specimen>
      <Specimen name="EmptyState">
        <EmptyState title={m.option_like_new()} hint={text} heading="h3" action={<Button>{retry}</Button>} />
      </Specimen>
      <Specimen name="Failed">
        <Failed title={text} onRetry={() => setRetries((before) => before + 1)} />
      </Specimen>
    </>
  );
}

/** The heading of the gallery, which also shows the component PageTitle. */
export function GalleryTitle() {
  return <PageTitle title={m.gallery_title()} lead={m.gallery_lead()} />;
}
