import { useEffect } from 'react'

/** Where a letter leads after a `g`, in one area of the site. The label is in the reader's language. */
export type AreaKey = { key: string; path: string; label: string }

let current: readonly AreaKey[] = []

/** Of the area on display. Its texts come with it, so that no other page loads them. */
export const areaKeys = (): readonly AreaKey[] => current

export function useAreaKeys(keys: readonly AreaKey[]): void {
  useEffect(() => {
    current = keys
    return () => {
      current = []
    }
  }, [keys])
}
