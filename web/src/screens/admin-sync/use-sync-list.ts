import { useNavigate, useSearchParams } from 'react-router'

/** Not filters: where the page begins, and what is open beside it. */
type Place = { after: string; open: string }

/**
 * The state of one tab's list, kept in the address: the tab, its filters by name, the page and what is open. Values
 * that are empty are left out.
 */
export function useSyncList<Name extends string>(tab: string, names: readonly Name[]) {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const read = (name: string) => parameters.get(name)?.trim() ?? ''
  const filters = Object.fromEntries(names.map((name) => [name, read(name)])) as Record<
    Name,
    string
  >
  const place: Place = { after: read('after'), open: read('open') }

  function to(change: Partial<Place & Record<Name, string>>): string {
    const isOtherList = names.some((name) => name in change)
    const kept = isOtherList ? filters : { ...filters, ...place }
    const next = new URLSearchParams({ tab })
    for (const [name, value] of Object.entries<string>({ ...kept, ...change })) {
      if (value) next.set(name, value)
    }
    return `?${next}`
  }

  return {
    tab,
    filters,
    ...place,
    to,
    isNarrowed: Object.values(filters).some(Boolean),
    filter: (change: Partial<Record<Name, string>>) =>
      void navigate(to(change as Partial<Place & Record<Name, string>>)),
    clearFilters: () => void navigate(`?tab=${tab}`),
    /** Going on from row to row is no place to go back to. */
    show: (id: string) =>
      void navigate(to({ open: id } as Partial<Place & Record<Name, string>>), {
        replace: place.open !== '',
      }),
    close: () =>
      void navigate(to({ open: '' } as Partial<Place & Record<Name, string>>), { replace: true }),
  }
}

export type SyncListState = Pick<
  ReturnType<typeof useSyncList<never>>,
  'after' | 'open' | 'isNarrowed' | 'clearFilters' | 'show' | 'close'
> & { to: (change: Partial<Place>) => string }

/** The server takes a missing filter for any value. */
export const given = <Value extends string>(value: string): Value | undefined =>
  value === '' ? undefined : (value as Value)
