import { Button } from '@app/ui/button.tsx'
import { ChevronDownIcon } from '@app/ui/icons.tsx'
import { Select } from '@app/ui/select.tsx'
import { TextField } from '@app/ui/text-field.tsx'
import { useAppliedText } from '@app/ui/use-applied-text.ts'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { FilterChoices, ListState } from './list-address.ts'

type Named<Name> = { name: Name; label: string }

export type ListField<Name> = Named<Name> &
  ({ options: { value: string; label: string }[] } | { placeholder: string } | { isDay: true })

type Props<Filters extends FilterChoices> = {
  list: {
    filters: ListState<Filters>['filters']
    filter: (filters: Partial<ListState<Filters>['filters']>) => void
  }
  fields: ListField<keyof Filters & string>[]
  /** Shown beside the filters. */
  children?: ReactNode
}

/** From this number on, filters would fill a phone's first screen, so a button shows them. */
const FOLDED_FROM = 6

/** More do not stand in one line of a wide screen either: then the first ones do, and a button shows the others. */
const SHOWN = 3
const MOST_SHOWN = 6

/** The filters of a list. Each takes effect immediately. */
export function ListFilters<Filters extends FilterChoices>(props: Props<Filters>) {
  const { list, fields, children } = props
  const { t } = useTranslation()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const isFolded = fields.length >= FOLDED_FROM
  const isLong = fields.length > MOST_SHOWN
  // The order of the list comes last, and is always in sight.
  const isExtra = (at: number) => isLong && at >= SHOWN && at < fields.length - 1
  const isSet = fields.some(
    (field, at) =>
      isExtra(at) && 'options' in field && list.filters[field.name] !== field.options[0]?.value,
  )
  const hasExtra = isOpen || isSet
  const columns =
    isLong && !hasExtra
      ? 'grid-cols-2 md:grid-cols-[repeat(3,minmax(0,1fr))_minmax(0,1.4fr)_auto]'
      : null
  const toggle = {
    variant: 'secondary',
    size: 'sm',
    'aria-expanded': isOpen,
    'aria-controls': id,
    onClick: () => setOpen(!isOpen),
  } as const
  const chevron = <ChevronDownIcon className={`size-4 ${isOpen ? 'rotate-180' : ''}`} />

  return (
    <>
      {isFolded && (
        <Button {...toggle} className="justify-self-start md:hidden">
          {t(isLong ? 'admin.list.filters' : 'admin.list.filtersOnly')}
          {chevron}
        </Button>
      )}
      <div
        id={id}
        className={`grid items-end gap-3 ${columns ?? columnsOf(fields.length)} ${isFolded && !isOpen ? 'max-md:hidden' : ''}`}
      >
        {fields.map((field, at) => (
          <div
            key={field.name}
            className={isExtra(at) && !hasExtra ? 'min-w-0 md:hidden' : 'min-w-0'}
          >
            <OneField
              field={field}
              value={String(list.filters[field.name])}
              onChange={(value) =>
                list.filter({ [field.name]: value } as Partial<ListState<Filters>['filters']>)
              }
            />
          </div>
        ))}
        {isLong && !isSet && (
          <Button {...toggle} className="mb-1 max-md:hidden">
            {t(isOpen ? 'admin.list.fewerFilters' : 'admin.list.moreFilters')}
            {chevron}
          </Button>
        )}
        {children}
      </div>
    </>
  )
}

function columnsOf(count: number): string {
  if (count === 1) return 'sm:max-w-72'
  if (count === 2) return 'sm:grid-cols-[1fr_1fr_auto]'
  if (count === 5) return 'grid-cols-2 md:grid-cols-3 xl:grid-cols-5'
  if (count === 6) return 'grid-cols-2 md:grid-cols-3 xl:grid-cols-6'
  return 'grid-cols-2 md:grid-cols-4'
}

function OneField(props: {
  field: ListField<string>
  value: string
  onChange: (value: string) => void
}) {
  const { field, value, onChange } = props
  const { label } = field

  if ('options' in field)
    return <Select label={label} value={value} options={field.options} onChange={onChange} />
  if ('placeholder' in field)
    return (
      <FilterField
        label={label}
        placeholder={field.placeholder}
        value={value}
        onChange={onChange}
      />
    )
  return (
    <TextField
      type="date"
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

type FilterFieldProps = {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}

/** A text filter: applied when typing stops, or immediately on Enter. */
function FilterField({ label, placeholder, value, onChange }: FilterFieldProps) {
  const { typed, setTyped, apply, isApplied } = useAppliedText(value, onChange)

  return (
    <TextField
      label={label}
      placeholder={placeholder}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={({ key }) => key === 'Enter' && !isApplied && apply()}
      autoComplete="off"
      spellCheck={false}
    />
  )
}
