import { useEffect } from 'react'

/** The target of a letter after `g`, within one area of the site. The label is in the reader's language. */
export type AreaKey = { key: string; path: string; label: string }

let current: readonly AreaKey[] = []

/** The keys of the area on display. Its texts are loaded with it, so that other pages do not load them. */
export const areaKeys = (): readonly AreaKey[] => current

export function useAreaKeys(keys: readonly AreaKey[]): void {
  useEffect(() => {
    current = keys
    return () => {
      current = []
    }
  }, [keys])
}
