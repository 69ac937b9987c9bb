import {
  PROJECT_FILTERS,
  PROJECT_SORTS,
  type ProjectFilter,
  type ProjectSort,
} from '#api/projects/project-list.ts'

/** The list's state, stored in the URL: it can be shared, reloaded and restored by Back. */
export type ListView = { words: string; show: ProjectFilter; sort: ProjectSort; page: number }

export function readView(parameters: URLSearchParams): ListView {
  const page = Number.parseInt(parameters.get('page') ?? '', 10)
  // URLs from before the filters use this word.
  const show = parameters.get('show') === 'unlinked' ? 'removed' : parameters.get('show')

  return {
    words: parameters.get('q')?.trim() ?? '',
    show: PROJECT_FILTERS.find((filter) => filter === show) ?? 'all',
    sort: PROJECT_SORTS.find((sort) => sort === parameters.get('sort')) ?? 'synced',
    page: page > 0 ? page : 1,
  }
}

/** Writes only non-default values. Any change except of the page returns to the first page. */
export function writeView(view: ListView, change: Partial<ListView>): string {
  const { words, show, sort, page } = { ...view, page: 1, ...change }
  const parameters = new URLSearchParams()

  if (words) parameters.set('q', words)
  if (show !== 'all') parameters.set('show', show)
  if (sort !== 'synced') parameters.set('sort', sort)
  if (page > 1) parameters.set('page', String(page))
  return `?${parameters}`
}
