import type { RouteObject } from 'react-router'
import type { Page } from './page.ts'

/** The addresses of all pages that are sent whole, so that the server can make them ready before anyone asks. */
export function prerenderedPathsOf(routes: RouteObject[]): string[] {
  return routes.flatMap(({ path, handle, children = [] }) => {
    const page = handle as Page | undefined
    const own = path && page?.status === 200 && page.boot !== 'shell' ? [path] : []

    return [...own, ...prerenderedPathsOf(children)]
  })
}
