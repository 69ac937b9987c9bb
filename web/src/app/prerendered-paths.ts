import type { RouteObject } from 'react-router'
import type { Page } from './page.ts'

/** The URLs of all prerendered pages, so that the server can prepare them before a request. */
export function prerenderedPathsOf(routes: RouteObject[]): string[] {
  return routes.flatMap(({ path, handle, children = [] }) => {
    const page = handle as Page | undefined
    const own = path && page?.status === 200 && page.boot !== 'shell' ? [path] : []

    return [...own, ...prerenderedPathsOf(children)]
  })
}
