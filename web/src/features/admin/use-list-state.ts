import { useNavigate, useSearchParams } from 'react-router'
import {
  type FilterChoices,
  isNarrowed,
  type ListChange,
  type ListState,
  readList,
  writeList,
} from './list-address.ts'

/** The list's state from the URL, and URLs for other states. `tab` is the tab that contains the list. */
export function useListState<Filters extends FilterChoices>(choices: Filters, tab = '') {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const state = readList(parameters, choices)
  const to = (change: ListChange<Filters>) => writeList(state, choices, change, tab)

  return {
    ...state,
    isNarrowed: isNarrowed(state, choices),
    to,
    /** Selecting a filter adds a history entry. */
    filter: (filters: Partial<ListState<Filters>['filters']>) => void navigate(to({ filters })),
    /** Each further key replaces the search's history entry. */
    search: (words: string) => void navigate(to({ words }), { replace: state.words !== '' }),
    clearFilters: () => void navigate(tab ? `?tab=${tab}` : '?'),
    /** Moving between items replaces the entry: Back leads to where the first was opened. */
    show: (id: string) => void navigate(to({ open: id }), { replace: state.open !== '' }),
    showView: (view: string) => void navigate(to({ view }), { replace: true }),
    close: () => void navigate(to({ open: '' }), { replace: true }),
  }
}

/** The state of any list, independent of its filters. */
export type AnyList = Pick<
  ReturnType<typeof useListState>,
  'after' | 'open' | 'isNarrowed' | 'clearFilters' | 'show' | 'close'
> & { to: (change: { after?: string; open?: string }) => string }

/** The server treats a missing filter as any value. */
export const ifSet = <Value extends string>(value: Value): Exclude<Value, ''> | undefined =>
  value === '' ? undefined : (value as Exclude<Value, ''>)
