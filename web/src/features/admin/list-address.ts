/** Each filter with the values it may have; the first one is chosen where the address names none. */
export type FilterChoices = Record<string, readonly [string, ...string[]]>

/** The whole state of a list, kept in the address: it can be shared, reloaded and gone back to. */
export type ListState<Filters extends FilterChoices> = {
  words: string
  filters: { [Name in keyof Filters]: Filters[Name][number] }
  /** The cursor that the page begins after; empty on the first page. */
  after: string
  /** The id of what is open beside the list; empty if nothing is. */
  open: string
  /** Which part of what is open is shown; empty for the first. */
  view: string
}

export function readList<Filters extends FilterChoices>(
  parameters: URLSearchParams,
  choices: Filters,
): ListState<Filters> {
  const filters = Object.entries(choices).map(([name, values]) => {
    const asked = parameters.get(name)
    return [name, values.find((value) => value === asked) ?? values[0]]
  })

  return {
    words: parameters.get('q')?.trim() ?? '',
    filters: Object.fromEntries(filters) as ListState<Filters>['filters'],
    after: parameters.get('after') ?? '',
    open: parameters.get('open') ?? '',
    view: parameters.get('view') ?? '',
  }
}

/** Writes only what differs from the default. Other words or filters lead to the first page, with nothing open. */
export function writeList<Filters extends FilterChoices>(
  state: ListState<Filters>,
  choices: Filters,
  change: Partial<Omit<ListState<Filters>, 'filters'>> & {
    filters?: Partial<ListState<Filters>['filters']>
  },
): string {
  const isOtherList = change.words !== undefined || change.filters !== undefined
  const kept = isOtherList ? { ...state, after: '', open: '' } : state
  const next = { ...kept, ...change, filters: { ...state.filters, ...change.filters } }
  const parameters = new URLSearchParams()

  if (next.words) parameters.set('q', next.words)
  for (const [name, [first]] of Object.entries(choices)) {
    const value = next.filters[name]
    if (value && value !== first) parameters.set(name, value)
  }
  if (next.after) parameters.set('after', next.after)
  if (next.open) parameters.set('open', next.open)
  if (next.open && next.view) parameters.set('view', next.view)
  return `?${parameters}`
}

/** Whether something other than the filters' first values is chosen. Another order narrows nothing. */
export function isNarrowed<Filters extends FilterChoices>(
  state: ListState<Filters>,
  choices: Filters,
): boolean {
  const isChosen = Object.entries(choices).some(
    ([name, [first]]) => name !== 'sort' && state.filters[name] !== first,
  )

  return state.words !== '' || isChosen
}
