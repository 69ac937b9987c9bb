import { useId, useLayoutEffect, useSyncExternalStore } from 'react'

const unsaved = new Set<string>()
const listeners = new Set<() => void>()

/** Marks that leaving would lose typed text. The page decides how to warn. */
export function useUnsavedMark(isUnsaved: boolean): void {
  const id = useId()

  // In the same commit as the typed text, so that no navigation comes before the warning.
  useLayoutEffect(() => {
    if (!isUnsaved) return
    mark(() => unsaved.add(id))
    return () => mark(() => unsaved.delete(id))
  }, [id, isUnsaved])
}

/** The current state, also between two renders. */
export const hasUnsaved = (): boolean => unsaved.size > 0

export function useHasUnsaved(): boolean {
  return useSyncExternalStore(watchUnsaved, hasUnsaved, () => false)
}

function mark(change: () => void): void {
  change()
  for (const listener of listeners) listener()
}

/** Calls the listener at each change, until the returned function is called. */
export function watchUnsaved(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
