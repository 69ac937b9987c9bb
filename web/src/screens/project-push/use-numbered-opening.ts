import { useState } from 'react'
import { useOpening } from '#features/simulator/use-opening.ts'

/** Each opened file starts a new review, even one with the same name. */
export function useNumberedOpening() {
  const opening = useOpening()
  const { opened } = opening
  const [shown, setShown] = useState({ opened, number: 0 })
  if (shown.opened !== opened) setShown({ opened, number: shown.number + 1 })

  return { ...opening, number: shown.number }
}
