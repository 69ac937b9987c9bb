import { useId } from 'react'
import { CONTROL_CLASSES } from './field-frame.tsx'
import { useAppliedText } from './use-applied-text.ts'

type Props = {
  label: string
  /** The current search. */
  value: string
  onSearch: (words: string) => void
}

/** Searches when typing stops, or immediately on Enter. */
export function SearchField({ label, value, onSearch }: Props) {
  const id = useId()
  const { typed, setTyped, apply } = useAppliedText(value, onSearch)

  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <input
          id={id}
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={label}
          autoComplete="off"
          className={`h-11 ${CONTROL_CLASSES}`}
        />
      </form>
    </search>
  )
}
