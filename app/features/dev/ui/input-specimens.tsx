import { useRef } from "react";
import { m } from "#app/paraglide/messages.js";
import { Checkbox, Radio } from "#app/ui/checkbox.tsx";
import { CheckboxGroup, RadioGroup } from "#app/ui/choice-groups.tsx";
import { GrowingTextArea } from "#app/ui/growing-text-area.tsx";
import { RangeSlider } from "#app/ui/range-slider.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { StarField } from "#app/ui/star-field.tsx";
import { SuggestionOptions, SuggestionPanel } from "#app/ui/suggestion-list.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { Fields, Specimen } from "./specimen.tsx";

export function InputSpecimens() {
  const label = m.field_country();
  const hint = m.shell_description();
  const error = m.error_label({ status: 422 });
  const choices = [
    { value: "one", label: m.option_new() },
    { value: "two", label: m.option_like_new(), note: 12 },
    { value: "three", label: m.shell_description(), disabled: true },
  ];
  const words = ["1", "2", "3", "4", "5"];
  const stars = { label, words, labels: words.map((rating) => m.seller_rating({ rating })) };
  const group = { legend: label, choices, chosen: ["two"] };
  return (
    <>
      <Specimen name="TextField">
        <Fields>
          <TextField label={label} placeholder={m.browse_search_button()} />
          <TextField label={label} optional hint={hint} defaultValue={m.option_like_new()} />
          <TextField label={label} error={error} defaultValue={m.option_like_new()} />
          <TextField label={label} prefix="€" suffix="sq in" inputMode="decimal" defaultValue="189.00" />
          <TextField label={label} type="password" defaultValue="correct horse battery" autoComplete="off" />
          <TextField label={label} disabled defaultValue={m.option_like_new()} />
        </Fields>
      </Specimen>
      <Specimen name="TextArea">
        <Fields>
          <TextArea label={label} hint={hint} maxLength={200} defaultValue={hint} />
          <TextArea label={label} error={error} />
        </Fields>
      </Specimen>
      <Specimen name="GrowingTextArea">
        <Fields>
          <Growing label={label} text="" />
          <Growing label={label} text={`${hint} ${hint}`} />
        </Fields>
      </Specimen>
      <Specimen name="SelectField">
        <Fields>
          <SelectField label={label} placeholder={m.ui_optional()} options={optionsOf(choices)} />
          <SelectField label={label} defaultValue="two" options={optionsOf(choices)} error={error} />
        </Fields>
      </Specimen>
      <Specimen name="SuggestionPanel">
        {/* The panel opens below its input and covers what follows. */}
        <div className="relative mb-44">
          <SuggestionPanel expanded count={choices.length} className="w-full">
            <SuggestionOptions
              list={{ id: "specimen-suggestions", active: 1 }}
              label={label}
              items={choices}
              keyOf={({ value }) => value}
              onChoose={() => {}}
            >
              {(choice) => <span className="min-w-0 truncate">{choice.label}</span>}
            </SuggestionOptions>
          </SuggestionPanel>
        </div>
      </Specimen>
      <Specimen name="Checkbox">
        <Fields>
          <Checkbox label={label} />
          <Checkbox label={label} note={1204} defaultChecked />
          <Checkbox label={label} error={error} />
          <Checkbox label={label} disabled defaultChecked />
        </Fields>
      </Specimen>
      <Specimen name="Radio">
        <Fields>
          <Radio name="alone" label={label} />
          <Radio name="alone" label={label} defaultChecked />
        </Fields>
      </Specimen>
      <Specimen name="CheckboxGroup">
        <Fields>
          <CheckboxGroup {...group} name="several" hint={hint} />
          <CheckboxGroup {...group} name="faulty" error={error} />
        </Fields>
      </Specimen>
      <Specimen name="RadioGroup">
        <Fields>
          <RadioGroup {...group} chosen="two" name="one" hint={hint} />
          <RadioGroup {...group} chosen="two" name="wrong" error={error} />
        </Fields>
      </Specimen>
      <Specimen name="StarField">
        <Fields>
          <StarField {...stars} id="stars" name="stars" hint={hint} />
          <StarField {...stars} id="chosen" name="chosen" defaultValue="4" />
          <StarField {...stars} id="starless" name="starless" error={error} />
        </Fields>
      </Specimen>
      <Specimen name="Switch">
        <Fields>
          <Switch label={label} hint={hint} />
          <Switch label={label} defaultChecked />
          <Switch label={label} disabled />
        </Fields>
      </Specimen>
      <Specimen name="RangeSlider">
        <Fields>
          <RangeSlider
            legend={label}
            range={{ min: 0, max: 400, step: 5 }}
            lowName="low"
            highName="high"
            unit="€"
            openEnd
          />
          <RangeSlider
            legend={label}
            range={{ min: 200, max: 350, step: 1 }}
            low={285}
            high={305}
            lowName="light"
            highName="heavy"
            unit="g"
          />
        </Fields>
      </Specimen>
    </>
  );
}

/** The choices without their notes, because the options of a native select are plain texts. */
function optionsOf(choices: readonly { value: string; label: string; disabled?: boolean }[]) {
  return choices.map(({ value, label, disabled }) => ({ value, label, disabled }));
}

function Growing({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex">
      <GrowingTextArea ref={useRef<HTMLTextAreaElement>(null)} aria-label={label} value={text} readOnly />
    </div>
  );
}
