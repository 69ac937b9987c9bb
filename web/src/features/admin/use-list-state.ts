import { useNavigate, useSearchParams } from 'react-router'
import {
  type FilterChoices,
  isNarrowed,
  type ListState,
  readList,
  writeList,
} from './list-address.ts'

/** The list's state as the address has it, and the addresses of other states. */
export function useListState<Filters extends FilterChoices>(choices: Filters) {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const state = readList(parameters, choices)
  const to = (change: Parameters<typeof writeList<Filters>>[2]) => writeList(state, choices, change)

  return {
    ...state,
    isNarrowed: isNarrowed(state, choices),
    to,
    /** Choosing a filter is a place to go back to. */
    filter: (filters: Partial<ListState<Filters>['filters']>) => void navigate(to({ filters })),
    /** Each further letter replaces the search before it. */
    search: (words: string) => void navigate(to({ words }), { replace: state.words !== '' }),
    clearFilters: () => void navigate('?'),
    /** Going on from item to item is not: Back leads to where the first one was opened. */
    show: (id: string) => void navigate(to({ open: id }), { replace: state.open !== '' }),
    showView: (view: string) => void navigate(to({ view }), { replace: true }),
    close: () => void navigate(to({ open: '' }), { replace: true }),
  }
}
