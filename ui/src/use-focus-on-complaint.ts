import { useEffect, useRef } from 'react'

/**
 * For the frame of a form: when something new is wrong, the first field that has an error gets the focus, which is
 * also how a screen reader learns of it; failing that, the field that is marked as the place to try again.
 */
export function useFocusOnComplaint(complaint: unknown) {
  const frame = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!complaint) return
    const wrong = frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const next = frame.current?.querySelector<HTMLElement>('[data-focus-after-failure]')

    ;(wrong ?? next)?.focus()
  }, [complaint])

  return frame
}
