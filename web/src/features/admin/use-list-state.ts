import { useNavigate, useSearchParams } from 'react-router'
import {
  type FilterChoices,
  isNarrowed,
  type ListChange,
  type ListState,
  readList,
  writeList,
} from './list-address.ts'

/** The list's state as the address has it, and the addresses of other states. `tab` holds the list on its page. */
export function useListState<Filters extends FilterChoices>(choices: Filters, tab = '') {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const state = readList(parameters, choices)
  const to = (change: ListChange<Filters>) => writeList(state, choices, change, tab)

  return {
    ...state,
    isNarrowed: isNarrowed(state, choices),
    to,
    /** Choosing a filter is a place to go back to. */
    filter: (filters: Partial<ListState<Filters>['filters']>) => void navigate(to({ filters })),
    /** Each further letter replaces the search before it. */
    search: (words: string) => void navigate(to({ words }), { replace: state.words !== '' }),
    clearFilters: () => void navigate(tab ? `?tab=${tab}` : '?'),
    /** Going on from item to item is not: Back leads to where the first one was opened. */
    show: (id: string) => void navigate(to({ open: id }), { replace: state.open !== '' }),
    showView: (view: string) => void navigate(to({ view }), { replace: true }),
    close: () => void navigate(to({ open: '' }), { replace: true }),
  }
}

/** Of any list, whatever its filters. */
export type AnyList = Pick<
  ReturnType<typeof useListState>,
  'after' | 'open' | 'isNarrowed' | 'clearFilters' | 'show' | 'close'
> & { to: (change: { after?: string; open?: string }) => string }

/** The server takes a missing filter for any value. */
export const asked = <Value extends string>(value: Value): Exclude<Value, ''> | undefined =>
  value === '' ? undefined : (value as Exclude<Value, ''>)
