import { useEffect, useId, useState } from 'react'
import { CONTROL_CLASSES } from './field-frame.tsx'

type Props = {
  label: string
  /** The current search. */
  value: string
  onSearch: (words: string) => void
}

/** Long enough to finish a word, short enough to feel prompt. */
const PAUSE_MS = 300

/** Searches when typing stops, or immediately on Enter. */
export function SearchField({ label, value, onSearch }: Props) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)

  // Changed externally: by the Back button, or by clearing the search.
  if (value !== shown) {
    setShown(value)
    setTyped(value)
  }

  useEffect(() => {
    const words = typed.trim()
    if (words === shown) return
    const timer = setTimeout(() => {
      setShown(words)
      onSearch(words)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, shown, onSearch])

  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setShown(typed.trim())
          onSearch(typed.trim())
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
