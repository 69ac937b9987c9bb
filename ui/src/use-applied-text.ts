import { useEffect, useState } from 'react'

/** Long enough to finish a word, short enough to feel prompt. */
const PAUSE_MS = 300

/** A text that is applied when typing stops, or at once by `apply`. */
export function useAppliedText(value: string, onApply: (text: string) => void) {
  const [typed, setTyped] = useState(value)
  const [applied, setApplied] = useState(value)
  const text = typed.trim()

  // Changed externally: by the Back button, a link, or by clearing.
  if (value !== applied) {
    setApplied(value)
    setTyped(value)
  }

  useEffect(() => {
    if (text === applied) return
    const timer = setTimeout(() => {
      setApplied(text)
      onApply(text)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, applied, onApply])

  const apply = () => {
    setApplied(text)
    onApply(text)
  }
  return { typed, setTyped, apply, isApplied: text === applied }
}
