import { useEffect, useRef } from 'react'

/** The pressed control disappears with its step, so the next Tab continues from here. */
export function useFocusAfter(step: string) {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (shown.current !== step && isLost) place.current?.focus({ preventScroll: true })
    shown.current = step
  }, [step])

  return place
}
