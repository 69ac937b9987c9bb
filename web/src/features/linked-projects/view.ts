export const SORTS = ['newest', 'synced', 'name'] as const

export type Sort = (typeof SORTS)[number]

/** What the address says about the list: it can be shared, reloaded and gone back to. */
export type ProjectsView = {
  words: string
  sort: Sort
  page: number
  /** Those that were unlinked, instead of those that are linked. */
  isUnlinked: boolean
}

export const PAGE_SIZE = 20

export function readView(parameters: URLSearchParams): ProjectsView {
  const page = Number.parseInt(parameters.get('page') ?? '', 10)

  return {
    words: parameters.get('q')?.trim() ?? '',
    sort: SORTS.find((sort) => sort === parameters.get('sort')) ?? 'newest',
    page: page > 0 ? page : 1,
    isUnlinked: parameters.get('show') === 'unlinked',
  }
}

/** Only what differs from the usual is written; any change but that of the page begins at the first one. */
export function writeView(view: ProjectsView, change: Partial<ProjectsView>): string {
  const { words, sort, page, isUnlinked } = { ...view, page: 1, ...change }
  const parameters = new URLSearchParams()

  if (words) parameters.set('q', words)
  if (sort !== 'newest') parameters.set('sort', sort)
  if (isUnlinked) parameters.set('show', 'unlinked')
  if (page > 1) parameters.set('page', String(page))
  return `?${parameters}`
}

export const rangeOf = (page: number): [number, number] => [
  (page - 1) * PAGE_SIZE,
  page * PAGE_SIZE - 1,
]
