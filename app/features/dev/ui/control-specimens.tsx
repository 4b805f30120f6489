import { Heart, Search, Trash2 } from "lucide-react";
import { m } from "#app/paraglide/messages.js";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { LinkChips, RemovableChip } from "#app/ui/chip.tsx";
import { DropdownMenu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from "#app/ui/dropdown-menu.tsx";
import { ExcelLink, FormButtons } from "#app/ui/form-buttons.tsx";
import { IconButton, IconLink } from "#app/ui/icon-button.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { LinkTabs } from "#app/ui/tabs.tsx";
import { Row, Specimen } from "./specimen.tsx";

const VARIANTS = ["primary", "secondary", "ghost", "danger"] as const;
const SIZES = ["lg", "md", "sm"] as const;

/** `here` is the path of the page that shows them. */
export function ControlSpecimens({ here }: { here: string }) {
  const at = (page: number) => `${here}?page=${page}`;
  return (
    <>
      <Specimen name="Button">
        {SIZES.map((size) => (
          <Row key={size}>
            {VARIANTS.map((variant) => (
              <Button key={variant} variant={variant} size={size}>
                {m.browse_search_button()}
              </Button>
            ))}
          </Row>
        ))}
        <Row>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant} icon={<Search aria-hidden="true" className="size-4" />}>
              {m.browse_search_button()}
            </Button>
          ))}
        </Row>
        <Row>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant} busy busyLabel={m.chat_sending()}>
              {m.chat_retry()}
            </Button>
          ))}
        </Row>
        <Row>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant} disabled>
              {m.chat_retry()}
            </Button>
          ))}
        </Row>
      </Specimen>
      <Specimen name="LinkButton">
        <Row>
          {VARIANTS.map((variant) => (
            <LinkButton key={variant} to={here} variant={variant}>
              {m.shell_help_center()}
            </LinkButton>
          ))}
        </Row>
      </Specimen>
      <Specimen name="FormButtons">
        <FormButtons send={m.offer_send()} cancel={here} />
      </Specimen>
      <Specimen name="ExcelLink">
        <ExcelLink to={here} />
      </Specimen>
      <Specimen name="IconButton">
        <Row>
          <IconButton label={m.browse_search_button()}>
            <Search aria-hidden="true" />
          </IconButton>
          <IconButton label={m.chat_discard()} disabled>
            <Trash2 aria-hidden="true" />
          </IconButton>
          <IconLink to={here} label={m.shell_favorites()}>
            <Heart aria-hidden="true" />
          </IconLink>
        </Row>
      </Specimen>
      <Specimen name="RemovableChip">
        <Row>
          {[m.option_like_new(), m.shell_description()].map((label) => (
            <RemovableChip
              key={label}
              to={here}
              label={label}
              removeLabel={m.browse_remove_filter({ label })}
            />
          ))}
        </Row>
      </Specimen>
      <Specimen name="LinkChips">
        {[false, true].map((wraps) => (
          <LinkChips
            key={String(wraps)}
            label={`${m.browse_filters()} ${wraps ? 2 : 1}`}
            wraps={wraps}
            chips={[
              m.shell_favorites(),
              m.shell_help_center(),
              m.browse_filters(),
              m.shell_categories(),
              m.option_like_new(),
            ].map((label, index) => ({ to: at(index), label, count: 7 * index, current: index === 3 }))}
          />
        ))}
      </Specimen>
      <Specimen name="LinkTabs">
        <LinkTabs
          label={m.ui_pages()}
          tabs={[m.shell_favorites(), m.shell_help_center(), m.browse_filters(), m.shell_categories()].map(
            (label, index) => ({ to: at(index), label, current: index === 0 }),
          )}
        />
      </Specimen>
      <Specimen name="DropdownMenu">
        <Row>
          <DropdownMenu label={m.browse_filters()} trigger={<Button>{m.browse_filters()}</Button>}>
            <MenuLabel>{m.shell_categories()}</MenuLabel>
            <MenuLink to={here}>{m.shell_favorites()}</MenuLink>
            <MenuSeparator />
            <MenuItem>{m.chat_retry()}</MenuItem>
            <MenuItem disabled>{m.chat_discard()}</MenuItem>
          </DropdownMenu>
        </Row>
      </Specimen>
      <Specimen name="Pagination">
        {[1, 7, 20].map((page) => (
          <Pagination key={page} page={page} pages={20} hrefOf={at} label={`${m.ui_pages()} ${page}`} />
        ))}
      </Specimen>
    </>
  );
}
