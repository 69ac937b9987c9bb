import { matchRoutes, type RouteObject } from 'react-router'
import { savesData } from '#browser/saves-data.ts'
import { whenIdle } from '#browser/when-idle.ts'
import { paths, projectPath } from '#config/paths.ts'

const SIGNS_OF_INTENT = ['pointerover', 'focusin', 'touchstart']

/** Downloads the screen of a link when the pointer or focus reaches it. */
export function prefetchLinks(routes: RouteObject[]): void {
  const seen = new Set<string>()

  for (const sign of SIGNS_OF_INTENT) {
    addEventListener(sign, prefetch, { capture: true, passive: true })
  }

  function prefetch({ target }: Event) {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== location.origin || seen.has(link.pathname)) return

    seen.add(link.pathname)
    prefetchPath(routes, link.pathname, () => seen.delete(link.pathname))
  }
}

const DAILY = [paths.dashboard, paths.projects, projectPath('any')]

/** Preloads the screens that members open daily, unless their browser saves data. */
export function prefetchDailyScreens(routes: RouteObject[]): void {
  if (savesData() || !('session' in document.documentElement.dataset)) return

  whenIdle(() => {
    for (const path of DAILY) prefetchPath(routes, path)
  })
}

function prefetchPath(routes: RouteObject[], path: string, onFailed = () => {}): void {
  for (const { route } of matchRoutes(routes, path) ?? []) {
    // A failure is reported when the link is followed.
    if (typeof route.lazy === 'function') route.lazy().catch(onFailed)
  }
}
