import { LINK_SORTS, type LinkSort } from '#api/linked-projects.ts'

/** The state of the list, kept in the address: it can be shared, reloaded and gone back to. */
export type ProjectsView = {
  words: string
  sort: LinkSort
  page: number
  /** Shows unlinked projects instead of linked ones. */
  isUnlinked: boolean
}

export function readView(parameters: URLSearchParams): ProjectsView {
  const page = Number.parseInt(parameters.get('page') ?? '', 10)

  return {
    words: parameters.get('q')?.trim() ?? '',
    sort: LINK_SORTS.find((sort) => sort === parameters.get('sort')) ?? 'newest',
    page: page > 0 ? page : 1,
    isUnlinked: parameters.get('show') === 'unlinked',
  }
}

/** Writes only what differs from the default. Any change except that of the page goes back to the first page. */
export function writeView(view: ProjectsView, change: Partial<ProjectsView>): string {
  const { words, sort, page, isUnlinked } = { ...view, page: 1, ...change }
  const parameters = new URLSearchParams()

  if (words) parameters.set('q', words)
  if (sort !== 'newest') parameters.set('sort', sort)
  if (isUnlinked) parameters.set('show', 'unlinked')
  if (page > 1) parameters.set('page', String(page))
  return `?${parameters}`
}
