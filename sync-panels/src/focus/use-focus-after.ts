import { useEffect, useRef } from 'react'

/** What was pressed goes away with its step; the next Tab goes on from here. */
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
