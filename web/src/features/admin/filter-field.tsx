import { TextField } from '@app/ui/text-field.tsx'
import { useEffect, useState } from 'react'

type Props = {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}

const PAUSE_MS = 300

/** A filter by words: applied when the reader stops typing, or at once on Enter. */
export function FilterField({ label, placeholder, value, onChange }: Props) {
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)

  // Changed from outside: by the Back button, a link or by clearing the filters.
  if (value !== shown) {
    setShown(value)
    setTyped(value)
  }

  useEffect(() => {
    const words = typed.trim()
    if (words === shown) return
    const timer = setTimeout(() => apply(words), PAUSE_MS)
    return () => clearTimeout(timer)
  })

  function apply(words: string) {
    setShown(words)
    onChange(words)
  }

  return (
    <TextField
      label={label}
      placeholder={placeholder}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={({ key }) => key === 'Enter' && typed.trim() !== shown && apply(typed.trim())}
      autoComplete="off"
      spellCheck={false}
    />
  )
}
