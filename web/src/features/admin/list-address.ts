/** Each filter with its possible values; the first one is the default. `text` accepts any value. */
export type FilterChoices = Record<string, readonly [string, ...string[]] | 'text'>

type ValueOf<Choice> = Choice extends readonly string[] ? Choice[number] : string

/** The complete state of a list, stored in the URL: it can be shared, reloaded and restored by Back. */
export type ListState<Filters extends FilterChoices> = {
  words: string
  filters: { [Name in keyof Filters]: ValueOf<Filters[Name]> }
  /** The cursor before the page's first row; empty on the first page. */
  after: string
  /** The id of the open row; empty if none is open. */
  open: string
  /** The selected view of the open row; empty for the first. */
  view: string
}

export type ListChange<Filters extends FilterChoices> = Partial<
  Omit<ListState<Filters>, 'filters'>
> & { filters?: Partial<ListState<Filters>['filters']> }

export function readList<Filters extends FilterChoices>(
  parameters: URLSearchParams,
  choices: Filters,
): ListState<Filters> {
  const read = (name: string) => parameters.get(name)?.trim() ?? ''
  const filters = Object.entries(choices).map(([name, values]) => [
    name,
    values === 'text'
      ? read(name)
      : (values.find((value) => value === parameters.get(name)) ?? values[0]),
  ])

  return {
    words: read('q'),
    filters: Object.fromEntries(filters) as ListState<Filters>['filters'],
    after: read('after'),
    open: read('open'),
    view: read('view'),
  }
}

/**
 * Writes only non-default values, after the tab that contains the list. Other search words or filters lead to the first page without an
 * open row.
 */
export function writeList<Filters extends FilterChoices>(
  state: ListState<Filters>,
  choices: Filters,
  change: ListChange<Filters>,
  tab = '',
): string {
  const isOtherList = change.words !== undefined || change.filters !== undefined
  const kept = isOtherList ? { ...state, after: '', open: '' } : state
  const next = { ...kept, ...change, filters: { ...state.filters, ...change.filters } }
  const parameters = new URLSearchParams(tab && { tab })

  if (next.words) parameters.set('q', next.words)
  for (const name of Object.keys(choices)) {
    const value = next.filters[name]
    if (value && value !== defaultOf(choices, name)) parameters.set(name, value)
  }
  if (next.after) parameters.set('after', next.after)
  if (next.open) parameters.set('open', next.open)
  if (next.open && next.view) parameters.set('view', next.view)
  return `?${parameters}`
}

/** Whether any filter differs from its default. Another order does not count. */
export function isNarrowed<Filters extends FilterChoices>(
  state: ListState<Filters>,
  choices: Filters,
): boolean {
  const isChosen = Object.keys(choices).some(
    (name) => name !== 'sort' && state.filters[name] !== defaultOf(choices, name),
  )

  return state.words !== '' || isChosen
}

function defaultOf(choices: FilterChoices, name: string): string {
  const values = choices[name]

  return values === undefined || values === 'text' ? '' : values[0]
}
