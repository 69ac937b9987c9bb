import { Select as Base } from '@base-ui/react/select'
import { useId } from 'react'
import { CONTROL_CLASSES, FieldFrame, fieldAttributes } from './field-frame.tsx'
import { CheckIcon, ChevronDownIcon } from './icons.tsx'
import { MENU_ITEM_CLASSES, POPUP_CLASSES } from './menu-classes.ts'

type Option<Value extends string> = { value: Value; label: string }

type Props<Value extends string> = {
  label: string
  options: Option<Value>[]
  value: Value
  onChange: (value: Value) => void
  error?: string | null
  hint?: string
  disabled?: boolean
}

export function Select<Value extends string>(props: Props<Value>) {
  const { label, options, value, onChange, error, hint, disabled = false } = props
  const id = useId()

  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <Base.Root
        items={options}
        value={value}
        onValueChange={(next) => next !== null && onChange(next)}
        disabled={disabled}
        modal={false}
      >
        <Base.Trigger
          {...fieldAttributes(id, { error, hint })}
          className={`flex h-12 items-center justify-between gap-3 text-left ${CONTROL_CLASSES}`}
        >
          <Base.Value className="truncate" />
          <ChevronDownIcon className="size-5 flex-none text-ink-soft" />
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner alignItemWithTrigger={false} sideOffset={6} className="z-50">
            <Base.Popup className={`${POPUP_CLASSES} w-(--anchor-width)`}>
              <Base.List className="max-h-(--available-height) overflow-y-auto p-1.5">
                {options.map((option) => (
                  <Base.Item key={option.value} value={option.value} className={MENU_ITEM_CLASSES}>
                    <Base.ItemText className="flex-1">{option.label}</Base.ItemText>
                    <Base.ItemIndicator>
                      <CheckIcon className="size-4 text-accent" />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </FieldFrame>
  )
}
