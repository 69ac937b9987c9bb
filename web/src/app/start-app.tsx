import './app.css'
import { languageOf } from '@app/contract/languages'
import { createTranslator } from '@app/ui/translator.ts'
import { createRoot, hydrateRoot, type Root, type RootOptions } from 'react-dom/client'
import { createBrowserRouter, type DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { type ExpiredLink, expiredLink, SERVERS_WORDS } from '#api/session/auth-answer.ts'
import { requestedAddress } from '#api/sign-in/requested-address.ts'
import { startSession } from '#api/sign-in/start-session.ts'
import { readConfigScript } from '#config/config-script.ts'
import { readContentScript } from '#config/content-script.ts'
import { paths } from '#config/paths.ts'
import { loadMessages, type Translator } from '#i18n/messages.ts'
import { reportError } from './error-log.ts'
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

/**
 * Every expired link leads to one page (specification, section 2), which offers suitable help. Runs before rendering, because a guard of
 * the link's page would lose the reason.
 */
async function leaveExpiredLink(
  router: DataRouter,
  { text, type }: ExpiredLink,
  translator: Translator,
): Promise<void> {
  const email = requestedAddress()
  const state = {
    message: messageOf({ text, type }, translator),
    ...(type !== null && { type }),
    ...(email !== null && { email }),
  }

  await router.navigate(paths.resendConfirmation, { replace: true, state })
}

/** The server's texts, which are translated; without one, our own about a confirmation. */
function messageOf({ text, type }: ExpiredLink, { t }: Translator): string {
  if (text !== null && text !== SERVERS_WORDS) return text
  const isOfAnotherKind = type === 'recovery' || type === 'email_change'

  return text === null && !isOfAnotherKind ? t('session.linkExpired') : t('errors.linkExpired')
}
