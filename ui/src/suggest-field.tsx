import { Autocomplete } from '@base-ui/react/autocomplete'
import { useId, useState } from 'react'
import { CONTROL_CLASSES, FieldFrame, fieldAttributes } from './field-frame.tsx'
import { ChevronDownIcon } from './icons.tsx'
import { MENU_ITEM_CLASSES, POPUP_CLASSES } from './menu-classes.ts'

export type Suggestion = {
  value: string /** Shown in a muted colour at the end of the line. */
  note?: string
}

type Props = {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  suggestions: readonly Suggestion[]
  /** The label of the button that shows all suggestions. */
  openText: string
  nothingText: string
  error?: string | null
  hint?: string
  required?: boolean
  maxLength?: number
  disabled?: boolean
}

/** A text field with suggestions while typing. Other values can be typed too. */
export function SuggestField(props: Props) {
  const { label, name, value, onChange, suggestions, error, hint, disabled = false } = props
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  // A value that was filled in before says nothing about what is looked for.
  const [isTyped, setTyped] = useState(false)
  const hasSuggestions = suggestions.length > 0

  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <Autocomplete.Root
        items={suggestions}
        value={value}
        open={isOpen}
        onOpenChange={(next, { reason }) => {
          setOpen(next && hasSuggestions)
          if (next) setTyped(reason === 'input-change')
        }}
        {...(!isTyped && { filter: null })}
        onValueChange={(text, { reason, cancel, allowPropagation }) => {
          if (reason === 'input-change') setTyped(true)
          // Escape would clear the field; here it only closes the list or the surrounding dialog.
          if (reason !== 'escape-key') return onChange(text)
          cancel()
          allowPropagation()
        }}
        itemToStringValue={(one: Suggestion) => one.value}
        openOnInputClick
        disabled={disabled}
      >
        <div className="relative">
          <Autocomplete.Input
            {...fieldAttributes(id, { error, hint })}
            name={name}
            onBlur={() => setOpen(false)}
            required={props.required}
            maxLength={props.maxLength}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className={`h-12 ${CONTROL_CLASSES} ${hasSuggestions ? 'pr-13' : ''}`}
          />
          {hasSuggestions && (
            <Autocomplete.Trigger
              aria-label={props.openText}
              className="absolute inset-y-0 right-0.5 grid w-11 place-items-center rounded-md text-ink-soft hover:text-ink"
            >
              <ChevronDownIcon className="size-5" />
            </Autocomplete.Trigger>
          )}
        </div>
        {hasSuggestions && (
          <Autocomplete.Portal>
            <Autocomplete.Positioner sideOffset={6} className="z-50">
              <Autocomplete.Popup className={`${POPUP_CLASSES} w-(--anchor-width)`}>
                <Autocomplete.Empty className="px-4 text-sm text-ink-soft not-empty:py-3">
                  {props.nothingText}
                </Autocomplete.Empty>
                <Autocomplete.List className="max-h-[min(var(--available-height),18rem)] overflow-y-auto overscroll-contain p-1.5 empty:hidden">
                  {(one: Suggestion) => (
                    <Autocomplete.Item key={one.value} value={one} className={MENU_ITEM_CLASSES}>
                      <span className="min-w-0 flex-1 truncate">{one.value}</span>
                      {one.note && <span className="text-xs text-ink-soft">{one.note}</span>}
                    </Autocomplete.Item>
                  )}
                </Autocomplete.List>
              </Autocomplete.Popup>
            </Autocomplete.Positioner>
          </Autocomplete.Portal>
        )}
      </Autocomplete.Root>
    </FieldFrame>
  )
}
