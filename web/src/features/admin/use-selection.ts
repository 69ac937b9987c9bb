import { useState } from 'react'

/** The rows that are selected for an action on several. Only the page's rows count, so that invisible ones are never changed. */
export function useSelection(ids: readonly string[]) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const selected = ids.filter((id) => marked.has(id))

  return {
    selected,
    has: (id: string) => marked.has(id),
    isAll: ids.length > 0 && selected.length === ids.length,
    toggle: (id: string) =>
      setMarked((before) => new Set(before.has(id) ? without(before, id) : [...before, id])),
    toggleAll: () => setMarked(selected.length === ids.length ? new Set() : new Set(ids)),
    clear: () => setMarked(new Set()),
  }
}

const without = (ids: ReadonlySet<string>, id: string) => [...ids].filter((one) => one !== id)

export type Selection = ReturnType<typeof useSelection>
