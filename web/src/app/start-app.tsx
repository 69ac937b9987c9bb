import './app.css'
import { languageOf } from '@app/contract/languages'
import { createTranslator } from '@app/ui/translator.ts'
import { createRoot, hydrateRoot, type Root, type RootOptions } from 'react-dom/client'
import { createBrowserRouter, type DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expiredLink } from '#api/session/auth-answer.ts'
import { startSession } from '#api/sign-in/start-session.ts'
import { readConfigScript } from '#config/config-script.ts'
import { readContentScript } from '#config/content-script.ts'
import { loadMessages } from '#i18n/messages.ts'
import { reportError } from './error-log.ts'
import { leaveExpiredLink } from './leave-expired-link.ts'
import type { BootMode } from './page.ts'
import { prefetchDailyScreens, prefetchLinks } from './prefetch-links.ts'
import { Providers } from './providers.tsx'
import { routes } from './routes.tsx'
import { OwnScrollPositions, ScrollPositions } from './scroll-position.ts'

/** Resolves when the page is interactive. */
export async function startApp(container: HTMLElement, mode: BootMode): Promise<Root> {
  // The page's own language, not the stored one: hydration must match the sent page.
  const language = languageOf(document.documentElement.lang)
  const loading = loadMessages(language)
  const expired = expiredLink(location)
  const places = new ScrollPositions(currentEntry())
  places.listen()
  const router = createBrowserRouter(routes)
  if (!expired) startSession()

  const translator = createTranslator(language, await loading)
  if (expired) {
    await leaveExpiredLink(router, expired, translator)
    startSession()
  }
  await untilScreenIsLoaded(router)
  prefetchLinks(routes)
  prefetchDailyScreens(routes)

  return new Promise((resolve) => {
    const app = (
      <Providers
        config={readConfigScript()}
        content={readContentScript()}
        translator={translator}
        onReady={() => resolve(root)}
      >
        <OwnScrollPositions value={places}>
          <RouterProvider router={router} />
        </OwnScrollPositions>
      </Providers>
    )
    const isAsSent = mode !== 'shell' && !expired && !router.state.errors

    const root = isAsSent
      ? hydrateRoot(container, app, REPORTING)
      : createRoot(container, REPORTING)
    if (!isAsSent) root.render(app)
  })
}

/** The router's key for the current entry of the tab's history. */
const currentEntry = (): string => history.state?.key ?? 'default'

const REPORTING: RootOptions = {
  onCaughtError: (error, { componentStack }) => reportError(error, { componentStack }),
  onUncaughtError: (error, { componentStack }) => reportError(error, { componentStack }),
  onRecoverableError: (error, { componentStack }) =>
    reportError(error, { componentStack, severity: 'warning' }),
}

function untilScreenIsLoaded(router: DataRouter): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()

    const unsubscribe = router.subscribe((state) => {
      if (!state.initialized) return
      unsubscribe()
      resolve()
    })
  })
}
